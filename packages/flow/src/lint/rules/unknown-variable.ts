import { placeholderNames } from '../placeholder-names.js'
import type { Rule } from '../rule.js'
import { settersOf } from '../setters.js'
import { nameFinder } from '../similar-name.js'

export const unknownVariable: Rule = {
  id: 'unknown-variable',
  severity: 'warning',
  summary: 'A placeholder names no variable of the bot; a similar name is suggested',
  *find(index) {
    const { flow, texts, variableByName } = index
    const mayComeFromElsewhere = settersOf(index).mergesOthers
    const suggest = nameFinder(flow.variables.map((variable) => variable.name))
    for (const { location, text } of texts) {
      for (const name of placeholderNames(text)) {
        if (variableByName.has(name)) continue
        const meant = suggest(name)
        if (meant === undefined) {
          // A linked bot may bring the variable, and scripts may contain braces of other template languages.
          if (mayComeFromElsewhere || !/^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u.test(name)) continue
          yield {
            location,
            message: `{{${name}}} stands for nothing, as no variable has this name: add the variable, or correct the name.`,
          }
        } else {
          yield {
            location,
            message: `{{${name}}} stands for nothing, as no variable has this name: was {{${meant}}} meant?`,
            fix: {
              title: `Write {{${meant}}}`,
              edits: [{ path: location.path, value: text.replaceAll(`{{${name}}}`, () => `{{${meant}}}`) }],
            },
          }
        }
      }
    }
  },
}
