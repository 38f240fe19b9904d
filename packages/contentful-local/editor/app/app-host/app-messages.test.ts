import type { FieldAppSDK } from '@contentful/app-sdk'
import { expect, test, vi } from 'vitest'
import { APP_ORIGIN, connectSdk } from '#local/tests/connect-sdk.ts'
import { stubEditorPage } from '#local/tests/stub-editor-page.ts'

stubEditorPage('http://127.0.0.1:4000')
const { createFieldConnectMessage, createFieldMethods, sendChanges } = await import('./app-messages.ts')

const app = { id: 'board', name: 'Board', src: `${APP_ORIGIN}/`, locations: [], parameters: {} }

const field = { id: 'text', name: 'Text', type: 'Symbol', required: true, validations: [] }
const type = { sys: { id: 'note' }, name: 'Note', fields: [field] }

const entity = {
  sys: {
    id: 'hello',
    type: 'Entry' as const,
    version: 1,
    updatedAt: '2024-01-01T00:00:00.000Z',
    contentType: { sys: { id: 'note' } },
  },
  metadata: { tags: [] },
  fields: { text: { 'en-US': 'Hello', ar: 'Marhaba' } },
}

/** Connects an app that edits the field `text` of the entry `hello`. */
async function connectField({ archivedVersion }: { readonly archivedVersion?: number } = {}) {
  const setValue = vi.fn()
  const edited = { ...entity, sys: { ...entity.sys, archivedVersion } }
  const editor = { entity: edited, type, values: { text: 'Hello' }, setValue }
  const connected = await connectSdk<FieldAppSDK>({
    createConnectMessage: () => createFieldConnectMessage(app, editor, field, { columns: 3 }),
    handlers: createFieldMethods(editor),
  })
  return { ...connected, setValue, editor }
}

test('an entry field gets its value, its definition and the entry', async () => {
  const { sdk } = await connectField()
  expect(sdk.field).toMatchObject({ id: 'text', name: 'Text', type: 'Symbol', locale: 'en-US', required: true })
  expect(sdk.field.getValue()).toBe('Hello')
  expect(sdk.field.getIsDisabled()).toBe(false)
  expect(sdk.entry.getSys().id).toBe('hello')
  expect(sdk.entry.fields.text?.getValue()).toBe('Hello')
  expect(() => sdk.entry.fields.text?.getValue('ar')).toThrow('Unknown locale')
  expect(sdk.contentType.sys.id).toBe('note')
  expect(sdk.parameters.instance).toEqual({ columns: 3 })
  expect(sdk.editor.getLocaleSettings()).toEqual({ mode: 'single', focused: 'en-US' })
})

test('an entry field changes the form, and hears of its changes', async () => {
  const { sdk, host, setValue, editor } = await connectField()
  await sdk.field.setValue('Changed')
  await sdk.field.removeValue()
  expect(setValue.mock.calls).toEqual([
    ['text', 'Changed'],
    ['text', null],
  ])

  const [onValue, onDisabled, onSys] = [vi.fn(), vi.fn(), vi.fn()]
  sdk.field.onValueChanged(onValue)
  sdk.field.onIsDisabledChanged(onDisabled)
  sdk.entry.onSysChanged(onSys)
  const sys = { ...entity.sys, version: 9, archivedVersion: 8 }
  const next = { values: { text: 'Typed' }, entity: { ...entity, sys } }
  sendChanges(host.send, editor, next)
  await vi.waitFor(() => expect(onSys).toHaveBeenLastCalledWith(sys), 30_000)
  expect(onValue).toHaveBeenLastCalledWith('Typed')
  expect(sdk.field.getValue()).toBe('Typed')
  expect(onDisabled).toHaveBeenLastCalledWith(true)
  const send = vi.fn()
  sendChanges(send, next, next)
  expect(send).not.toHaveBeenCalled()
  await expect(sdk.entry.save()).rejects.toMatchObject({ message: expect.stringContaining('callEntryMethod') })
})

test('a field of an archived entry, an unknown field and another locale cannot be changed', async () => {
  const { sdk, receive, posted, setValue } = await connectField({ archivedVersion: 1 })
  await expect(sdk.field.setValue('Changed')).rejects.toMatchObject({ message: expect.stringContaining('archived') })
  const source = JSON.stringify(posted[0]).match(/"id":"([^"]+)"\},\[\]\]/)?.[1]
  await receive({ source, id: 901, method: 'setValue', params: ['none', 'en-US', 'x'] })
  await receive({ source, id: 902, method: 'setValue', params: ['text', 'ar', 'x'] })
  await receive({ source, id: 903, method: 'setValue', params: [1] })
  const rejections = posted.slice(-3).map((message) => JSON.stringify(message))
  expect(rejections[0]).toContain('has no field none for the locale en-US')
  expect(rejections[1]).toContain('has no field text for the locale ar')
  expect(rejections[2]).toContain('parameters of the call are not valid')
  expect(setValue).not.toHaveBeenCalled()
})
