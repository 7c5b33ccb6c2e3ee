import { saveIn, text } from '../fields/fields.js'
import { renderQrCode } from './calls.js'
import { action, defineIntegration } from './define.js'

export const qrCode = defineIntegration({
  type: 'qr-code',
  label: 'QR code',
  icon: 'qr-code',
  description: 'Create a QR code',
  keywords: 'barcode',
  actions: {
    'Generate a QR Code': action({
      options: {
        data: text({
          label: 'Content',
          help: 'Content of the code, such as an address. At most 2,331 bytes.',
          isRequired: true,
        }),
        saveUrlInVariableId: saveIn({ label: 'Save the address of the picture in', isRequired: true }),
      },
      *run({ data, saveUrlInVariableId }, { store, save }) {
        const url = yield* store(renderQrCode(data), { name: 'qr-code.png', type: 'image/png' })
        if (url !== undefined) save(saveUrlInVariableId, url)
      },
    }),
  },
})
