import { readFileSync } from 'node:fs'

/** Action of a visitor at one input, by the id of the asking block. Labels are those shown in the fields. */
export type Step = { block: string } & (
  | { kind: 'text'; label: string; text: string }
  | { kind: 'date'; date: string }
  | { kind: 'time'; time: string }
  | { kind: 'press'; name: string }
  | { kind: 'tick'; names: string[]; send: string }
  | { kind: 'rate'; value: number; of: number; isSentAtOnce?: boolean }
  | { kind: 'files'; names: string[]; send: string }
)

export type ExampleName = keyof typeof exampleSteps

/** A path through each example, from its first question to its end. */
export const exampleSteps = {
  'lead-form': [
    { block: 'nameInput', kind: 'text', label: 'Your name', text: 'Mira Chen' },
    { block: 'needInput', kind: 'press', name: 'Help me choose' },
    { block: 'goalInput', kind: 'text', label: 'We would like to...', text: 'We bake bread and want to sell it.' },
    { block: 'budgetInput', kind: 'text', label: '5000', text: '15000' },
    { block: 'emailInput', kind: 'text', label: 'you@example.org', text: 'mira@example.org' },
    { block: 'phoneInput', kind: 'text', label: '+33 6 12 34 56 78', text: '+33 6 12 34 56 78' },
    { block: 'dateInput', kind: 'date', date: '2031-05-06' },
    { block: 'ratingInput', kind: 'rate', value: 5, of: 5 },
  ],
  'support-triage': [
    { block: 'topicInput', kind: 'press', name: 'A question first, Warranty, care, reach' },
    { block: 'questionInput', kind: 'press', name: 'May I wash it with a hose?' },
    { block: 'detourInput', kind: 'press', name: 'Yes, my bike' },
    { block: 'bikeInput', kind: 'press', name: 'This one, Hauler' },
    {
      block: 'symptomsInput',
      kind: 'tick',
      names: ['It does not charge', 'The battery gets hot'],
      send: 'That is it',
    },
    { block: 'sinceInput', kind: 'date', date: '2026-11-02' },
    { block: 'kilometresInput', kind: 'text', label: '1200', text: '1240' },
    { block: 'photosInput', kind: 'files', names: ['bench.png', 'receipt.pdf'], send: 'Upload' },
    { block: 'nameInput', kind: 'text', label: 'Your name', text: 'Mira Chen' },
    { block: 'emailInput', kind: 'text', label: 'you@example.org', text: 'mira@example.org' },
    { block: 'channelInput', kind: 'press', name: 'Call me' },
    { block: 'phoneInput', kind: 'text', label: '406 12 345', text: '406 12 345' },
    { block: 'timeInput', kind: 'time', time: '09:30' },
    { block: 'urgencyInput', kind: 'rate', value: 4, of: 5, isSentAtOnce: true },
    { block: 'noteInput', kind: 'text', label: 'It began after the rain…', text: 'It began after the rain.' },
    { block: 'pleasantInput', kind: 'rate', value: 5, of: 5 },
  ],
} as const satisfies Record<string, readonly Step[]>

/** The last message on that path. */
export const exampleEnds: Record<ExampleName, string> = {
  'lead-form': 'We will be in touch within one working day.',
  'support-triage': 'You hear from me before ten.',
}

export const exampleFlow = (name: ExampleName): object =>
  JSON.parse(readFileSync(new URL(`../../../../examples/${name}.json`, import.meta.url), 'utf8'))

/** A small file with a name; its contents follow from the name. */
export const exampleFile = (name: string) => ({
  name,
  mimeType: name.endsWith('.pdf') ? 'application/pdf' : 'image/png',
  buffer: name.endsWith('.pdf')
    ? Buffer.from('%PDF-1.4\n%%EOF\n')
    : Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
})
