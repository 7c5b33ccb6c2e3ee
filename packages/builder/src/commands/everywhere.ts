import { useQuery } from '@tanstack/react-query'
import {
  BookOpen,
  Bot,
  Building2,
  ChartColumn,
  Contrast,
  Globe,
  Inbox,
  KeyRound,
  KeySquare,
  LayoutGrid,
  Monitor,
  MonitorSmartphone,
  Moon,
  Palette,
  Plus,
  SlidersHorizontal,
  Sun,
  SunMoon,
  UserRound,
  Users,
} from 'lucide-react'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { chooseColourScheme, chooseContrast } from '../design/colour-scheme.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { isWritable, useWorkspaces, workspaceToOpen } from '../service/workspaces.js'
import type { Command } from './command.js'
import { useDocsCommands } from './docs-pages.js'

/** Commands available on every page to signed-in users: pages, bots and workspaces to open, and actions that work from anywhere. */
export function useCommandsEverywhere(workspaceId?: string): readonly Command[] {
  const [, go] = useLocation()
  const workspaces = useWorkspaces()
  const workspace = workspaceToOpen(workspaces.data, workspaceId)
  const docs = useDocsCommands()
  const bots = useQuery({
    queryKey: ['bots', workspace?.id, ''],
    queryFn: () => api.listBots({ workspaceId: workspace!.id }),
    select: (answer) => answer.bots,
    enabled: workspace !== undefined,
  })
  return useMemo(() => {
    const pageTo = (path: string, label: string, icon: Command['icon'], words = ''): Command => ({
      id: `go ${path}`,
      label,
      hint: '',
      words,
      section: 'Pages',
      icon,
      run: () => go(path),
    })
    const home = workspace && `/workspaces/${workspace.id}`
    return [
      ...colourSchemes,
      ...(workspace && isWritable(workspace)
        ? [
            {
              id: 'new bot',
              label: t('New bot…'),
              hint: '',
              words: 'create add template import',
              section: 'Actions' as const,
              icon: Plus,
              run: () => go(`${home}?new-bot`),
            },
          ]
        : []),
      ...(home
        ? [
            pageTo(home, t('Dashboard'), LayoutGrid, 'bots home'),
            pageTo(`${home}/inbox`, t('Inbox'), Inbox, 'conversations people answer chat'),
            pageTo(`${home}/settings/general`, t('Workspace settings'), SlidersHorizontal, 'name icon delete'),
            pageTo(`${home}/settings/members`, t('Members'), Users, 'people invite workspace'),
            pageTo(`${home}/settings/credentials`, t('Credentials'), KeySquare, 'accounts keys workspace'),
            pageTo(`${home}/settings/domains`, t('Custom domains'), Globe, 'workspace'),
            pageTo(`${home}/settings/themes`, t('Saved themes'), Palette, 'workspace'),
            pageTo(`${home}/settings/usage`, t('Usage'), ChartColumn, 'limits storage workspace'),
          ]
        : []),
      pageTo('/account/profile', t('Your account'), UserRound, 'profile password email'),
      pageTo('/account/appearance', t('Appearance'), SunMoon, 'account theme dark light contrast'),
      pageTo('/account/tokens', t('API tokens'), KeyRound, 'account'),
      pageTo('/account/sessions', t('Sessions'), MonitorSmartphone, 'account sign out devices'),
      {
        ...pageTo('/api/docs', t('API reference'), BookOpen, 'documentation'),
        run: () => void window.open('/api/docs', '_blank', 'noopener'),
      },
      ...docs,
      ...(bots.data ?? []).map(
        (bot): Command => ({
          id: `bot ${bot.id}`,
          label: bot.name,
          hint: bot.publishedBotId ? t('Live') : t('Draft'),
          words: 'bot',
          section: 'Bots',
          icon: Bot,
          run: () => go(`/bots/${bot.id}`),
        }),
      ),
      ...(workspaces.data ?? []).map(
        (it): Command => ({
          id: `workspace ${it.id}`,
          label: it.name,
          hint: '',
          words: 'workspace switch',
          section: 'Workspaces',
          icon: Building2,
          run: () => go(`/workspaces/${it.id}`),
        }),
      ),
    ]
  }, [go, workspace, workspaces.data, bots.data, docs])
}

const looks = [
  ['light', 'light', Sun, () => chooseColourScheme('light')],
  ['dark', 'dark', Moon, () => chooseColourScheme('dark')],
  ['system', 'system', Monitor, () => chooseColourScheme('system')],
  ['contrast', t('high contrast'), Contrast, () => chooseContrast('more')],
  ['standard', t('standard contrast'), Contrast, () => chooseContrast('standard')],
] as const

export const colourSchemes = looks.map(
  ([id, name, icon, run]): Command => ({
    id: `colours ${id}`,
    label: t('Appearance: {name}', { name }),
    hint: '',
    words: 'theme mode colour color accessibility',
    section: 'Actions',
    icon,
    run,
  }),
)
