import type { LanguageModelV3ProviderTool } from '@ai-sdk/provider'
import type { HostedTool } from '@colloquy/flow/integrations'

/** Returns the provider tool for one that OpenAI itself runs. */
export function hostedTool(tool: HostedTool): LanguageModelV3ProviderTool {
  switch (tool.kind) {
    case 'web search':
      return { type: 'provider', id: 'openai.web_search', name: 'web_search', args: {} }
    case 'code interpreter':
      return { type: 'provider', id: 'openai.code_interpreter', name: 'code_interpreter', args: {} }
    case 'file search': {
      const { vectorStoreIds, maxResults, scoreThreshold } = tool
      const args = {
        vectorStoreIds: [...vectorStoreIds],
        ...(maxResults !== undefined && { maxNumResults: maxResults }),
        ...(scoreThreshold !== undefined && { ranking: { ranker: 'auto', scoreThreshold } }),
      }
      return { type: 'provider', id: 'openai.file_search', name: 'file_search', args }
    }
  }
}
