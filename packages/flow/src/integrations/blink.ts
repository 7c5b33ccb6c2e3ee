import { choice, flag, group, mapping, number, type OptionsOf, rows, text, texts, variants } from '../fields/fields.js'
import { base64 } from '../text/base64.js'
import { get, type Json, post } from './calls.js'
import { type ActionContext, action, defineCredentials, defineIntegration, inPage, oneCall } from './define.js'
import { at, listAt } from './read.js'
import { saveMapped } from './save-mapped.js'

const userItems = {
  Emails: 'email',
  'Company Names': 'company_name',
  'First Names': 'first_name',
  'Second Names': 'second_name',
  'Display Names': 'display_name',
  Initials: 'initials',
  'Job Titles': 'job_title',
  'Profile Photo IDs': 'profile_photo_id',
  Timezones: 'timezone',
  'Manager IDs': 'manager_id',
  'Department Names': 'department_name',
  'Account Statuses': 'account_status',
  'User IDs': 'id',
  'Employee IDs': 'employee_id',
} as const

const iconUrl = text({ label: 'Address of the icon' })
const imageUrl = text({ label: 'Address of the picture' })
const title = text({ label: 'Title' })

const feedOptions = {
  categoryId: text({ label: 'Category ID' }),
  ribbonColor: text({ label: 'Ribbon colour', placeholder: '#3366ff' }),
  sections: variants({
    label: 'Sections',
    key: 'type',
    isList: true,
    variants: {
      Header: { title, iconUrl },
      Text: { value: text({ label: 'Text', isLong: true }) },
      'Labelled Text': { label: text({ label: 'Label' }), value: text({ label: 'Text', isLong: true }), iconUrl },
      Image: {
        imageUrl,
        fitImage: flag({ label: 'Fit the picture' }),
        width: number({ label: 'Width' }),
        height: number({ label: 'Height' }),
      },
      'Image gallery': { imageUrls: texts({ label: 'Addresses of the pictures' }) },
      YouTube: { link: text({ label: 'Link of the video' }) },
      Link: {
        url: text({ label: 'Address' }),
        title,
        description: text({ label: 'Description' }),
        imageUrl,
        imagePlacement: choice(['left', 'right', 'top'], { label: 'Place of the picture' }),
      },
      Buttons: {
        buttons: rows({
          label: 'Buttons',
          fields: {
            clientAction: group({
              label: 'When it is clicked',
              fields: {
                type: choice(['Open Link', 'Open Webview'], { label: 'Action', default: 'Open Link' }),
                url: text({ label: 'Address' }),
              },
            }),
            label: text({ label: 'Label' }),
            iconUrl,
          },
        }),
      },
      Attachment: { url: text({ label: 'Address of the file' }) },
      Event: {
        title,
        description: text({ label: 'Description' }),
        start: text({ label: 'Start' }),
        end: text({ label: 'End' }),
        allDay: flag({ label: 'All day' }),
      },
      'Horizontal Bar Chart': {
        total: number({ label: 'Total' }),
        data: rows({
          label: 'Bars',
          fields: { name: text({ label: 'Name' }), value: number({ label: 'Value' }), label: text({ label: 'Label' }) },
        }),
      },
    },
  }),
  allowComments: flag({ label: 'Allow comments' }),
  allowReactions: flag({ label: 'Allow reactions' }),
  userIds: texts({ label: 'User IDs' }),
  groupIds: texts({ label: 'Group IDs' }),
  pushNotification: group({
    label: 'Push notification',
    fields: { title, text: text({ label: 'Text' }) },
  }),
  responseMapping: mapping(['Event ID']),
}

export const blink = defineIntegration({
  type: 'blink',
  label: 'Blink',
  icon: 'reply',
  description: 'Post to a feed and look people up',
  keywords: 'feed, intranet, employees',
  credentials: defineCredentials({
    fields: {
      apiKey: { kind: 'secret', label: 'App token', help: 'In the developer portal of Blink.', isRequired: true },
    },
    address: 'https://api.joinblink.com/v2',
    addressSetting: 'BLINK_API_URL',
    auth: { kind: 'header', name: 'Authorization', prefix: 'Bearer ', field: 'apiKey' },
  }),
  actions: {
    'Get Users': oneCall({
      options: {
        filter: variants({
          label: 'Find by',
          key: 'type',
          isRequired: true,
          variants: {
            'User ID': { userId: text({ label: 'User ID', isRequired: true }) },
            'Employee ID': { employeeId: text({ label: 'Employee ID', isRequired: true }) },
          },
        }),
        responseMapping: mapping(Object.keys(userItems) as [keyof typeof userItems, ...(keyof typeof userItems)[]]),
      },
      request({ filter }) {
        const query = filter.type === 'User ID' ? { userId: filter.userId } : { employeeId: filter.employeeId }
        return get(['user'], { query })
      },
      result(body, { responseMapping }, { save, note }) {
        const users = listAt(body, 'data')
        if (users.length === 0) return note('nobody was found.')
        for (const { item, variableId } of responseMapping ?? []) {
          const values = users.map((user) => at(user, userItems[item]) ?? null)
          save(variableId, values.length === 1 ? values[0] : values)
        }
      },
    }),
    'Send Feed Event': action({
      options: feedOptions,
      *run(options, context) {
        const { userIds, groupIds, pushNotification, responseMapping } = options
        if (!userIds && !groupIds) return context.fail('it has no user or group to send to.')
        const sections = yield* sectionsOf(options.sections ?? [], context)
        if (sections.length === 0) return context.fail('it has no section with content.')
        const json = {
          body: { ribbon_color: options.ribbonColor, sections },
          category: options.categoryId,
          user_ids: userIds,
          group_ids: groupIds,
          notification_title: pushNotification?.title,
          notification_text: pushNotification?.text,
          allow_comments: options.allowComments,
          allow_reactions: options.allowReactions,
        }
        const answer = yield* context.call(post(['feed', 'events'], { json }))
        if (answer) saveMapped(responseMapping, context.save, { 'Event ID': at(answer.body, 'data', 'event_id') })
      },
    }),
    Redirect: inPage({
      options: {
        url: text({
          label: 'Address',
          help: 'Of a folder in Blink: it ends with the ID of the folder.',
          isRequired: true,
        }),
      },
      messaging: { kind: 'lost', text: 'The redirect to Blink works on web pages only.' },
      show({ url }, { runInPage }) {
        runInPage({ content: openInApp, args: { url } })
      },
    }),
  },
})

type Section = NonNullable<OptionsOf<typeof feedOptions>['sections']>[number]

function* sectionsOf<E, N>(given: readonly Section[], context: ActionContext<E, N>): Generator<E, Json[], N> {
  const sections: Json[] = []
  for (const section of given) {
    const made = section.type === 'Attachment' ? yield* attachment(section.url, context) : sectionOf(section, context)
    if (made) sections.push(made)
  }
  return sections
}

function sectionOf(
  section: Exclude<Section, { type: 'Attachment' }>,
  { warn }: Pick<ActionContext<never, never>, 'warn'>,
): Json | undefined {
  switch (section.type) {
    case 'Header':
      return { type: 'header', title: section.title, icon_url: section.iconUrl }
    case 'Text':
      return { type: 'text', value: section.value, is_markdown: true }
    case 'Labelled Text': {
      const { label, value, iconUrl } = section
      return { type: 'labelled_text', label, value, icon_url: iconUrl, is_markdown: true }
    }
    case 'Image': {
      const { imageUrl, fitImage, width, height } = section
      return { type: 'image', image_url: imageUrl, fit_image: fitImage, width, height }
    }
    case 'Image gallery':
      return {
        type: 'gallery',
        data: (section.imageUrls ?? []).map((image_url) => ({ type: 'gallery_image', image_url })),
      }
    case 'YouTube': {
      const video = /(?:youtu\.be\/|[?&]v=|\/(?:embed|shorts|live)\/)([\w-]{6,20})/.exec(section.link ?? '')?.[1]
      if (video === undefined)
        warn('a link of a section does not lead to a video on YouTube, and the section was left out.')
      return video === undefined ? undefined : { type: 'youtube', video_id: video }
    }
    case 'Link': {
      const { url, title, description, imageUrl, imagePlacement } = section
      return { type: 'link', title, url, subtitle: description, image_url: imageUrl, image_placement: imagePlacement }
    }
    case 'Buttons':
      return { type: 'buttons', data: (section.buttons ?? []).flatMap((button) => buttonOf(button) ?? []) }
    case 'Event': {
      const { title, start, end, description, allDay } = section
      return { type: 'event', title, start, end, subtitle: description, all_day: allDay }
    }
    case 'Horizontal Bar Chart': {
      const data = (section.data ?? []).map(({ name, value, label }) => ({
        name,
        raw_value: value,
        display_value: label,
      }))
      return { type: 'horizontal_bar_chart', total_raw_value: section.total, data }
    }
  }
}

type Button = NonNullable<Extract<Section, { type: 'Buttons' }>['buttons']>[number]

/** A button; none without an address. */
function buttonOf({ clientAction, label, iconUrl }: Button): Json | undefined {
  if (!clientAction?.url) return undefined
  const kind = clientAction.type === 'Open Webview' ? 'webview' : 'link'
  return { label, client_action: `blink:${kind}?url=${base64(clientAction.url)}&action=open`, icon_url: iconUrl }
}

function* attachment<E, N>(
  url: string | undefined,
  { look, warn }: Pick<ActionContext<E, N>, 'look' | 'warn'>,
): Generator<E, Json | undefined, N> {
  if (url === undefined) return undefined
  const file = yield* look(url)
  if (!file) return undefined
  const { name, type, size } = file
  const extension = name?.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : undefined
  if (!name || !type || size === undefined || !extension) {
    warn('an attachment does not tell its name, type and size, and was left out.')
    return undefined
  }
  return { type: 'attachment', file_name: name, file_ext: extension, file_size: size, download_url: url, open_url: url }
}

/** Makes the app open the folder whose id ends the address; outside of the app, the address is opened in a new tab. */
const openInApp = `
const id = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[/]?$/i.exec(url)
if (!id) return
const action = 'blink:folder?action=open&id=' + id[1]
const handlers = window.webkit && window.webkit.messageHandlers
if (handlers && handlers.openClientAction) handlers.openClientAction.postMessage(action)
else if (window.android && window.android.openClientAction) window.android.openClientAction(action)
else if (window.parent !== window) window.parent.postMessage({ functionName: 'openClientAction', args: [action] }, '*')
else window.open(url, '_blank', 'noopener')`
