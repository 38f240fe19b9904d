import type { FieldAppSDK } from '@contentful/app-sdk'
import { SDKContext } from '@contentful/react-apps-toolkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createLink } from '#cms/links.ts'
import { model } from '#cms/model/model.gen.ts'
import { render } from '#tests/mounted/open-desk.tsx'
import { createTestCma } from '#tests/setup/photo-desk/test-cma.ts'
import { FieldLocation } from './field-location.tsx'

interface FieldOptions {
  readonly contentType: string
  readonly field: string
  readonly values?: Readonly<Record<string, unknown>>
  readonly isDisabled?: boolean
  /** Answers the requests of the desk. */
  readonly respond?: (request: { readonly entityType: string }) => unknown
}

/** Mounts the control of a field as the entry editor does. */
async function openField({
  contentType,
  field: id,
  values = {},
  isDisabled = false,
  respond = () => ({ items: [] }),
}: FieldOptions) {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const present = new Map(Object.entries(values))
  const change = async (name: string, value: unknown) => {
    present.set(name, value)
    for (const listener of listeners.get(name) ?? []) listener(value)
  }
  const createField = (name: string) => ({
    id: name,
    name: name.toUpperCase(),
    type: name === 'image' ? 'Link' : 'Symbol',
    validations: name === 'image' ? [{ linkMimetypeGroup: ['image'] }] : model.seo.fields.description.validations,
    getValue: () => present.get(name),
    setValue: vi.fn((value: unknown) => change(name, value)),
    removeValue: vi.fn(() => change(name, undefined)),
    getIsDisabled: () => isDisabled,
    onIsDisabledChanged: () => () => {},
    onValueChanged: (...args: readonly unknown[]) => {
      const listener = args.at(-1)
      if (typeof listener !== 'function') return () => {}
      const all = listeners.get(name) ?? new Set()
      const call = (value: unknown) => void listener(value)
      listeners.set(name, all.add(call))
      return () => all.delete(call)
    },
    getForLocale: () => createField(name),
  })
  const field = createField(id)
  const names = [id, 'image', 'title', 'noIndex']
  const openCurrentAppPage = vi.fn()
  const error = vi.fn()
  const sdk: FieldAppSDK = Object.assign(Object.create(null), {
    cma: createTestCma(respond),
    contentType: { sys: { id: contentType } },
    entry: {
      fields: Object.fromEntries(names.map((name) => [name, name === id ? field : createField(name)])),
      getSys: () => ({ id: 'entry' }),
    },
    field,
    navigator: { openCurrentAppPage },
    notifier: { error },
    locales: { default: 'en-US' },
    window: { startAutoResizer: () => {}, stopAutoResizer: () => {} },
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const screen = await render(
    <SDKContext value={{ sdk }}>
      <QueryClientProvider client={queryClient}>
        <FieldLocation />
      </QueryClientProvider>
    </SDKContext>,
  )
  return { screen, field, change, openCurrentAppPage, error }
}

test('the field of a list counts its pictures, follows changes, and opens the desk', async () => {
  const links = ['a', 'b', 'c'].map((id) => createLink('Entry', id))
  const options = { contentType: 'servicesPage', field: 'affiliations', values: { affiliations: links } }
  const { screen, change, openCurrentAppPage } = await openField(options)
  await expect.element(screen.getByText('3 logos')).toBeVisible()
  await change('affiliations', links.slice(1, 2))
  await expect.element(screen.getByText('1 logo')).toBeVisible()
  await screen.getByRole('button', { name: 'Open the photo desk' }).click()
  expect(openCurrentAppPage).toHaveBeenCalledExactlyOnceWith({ path: '/logos' })
})

test('the field of a list that cannot be changed only counts, and another field has no pictures', async () => {
  const { screen } = await openField({ contentType: 'galleryPage', field: 'images', isDisabled: true })
  await expect.element(screen.getByText('0 photographs')).toBeVisible()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
  const other = await openField({ contentType: 'galleryPage', field: 'other' })
  await expect.element(other.screen.getByText('The photo desk has no pictures for the field “OTHER”.')).toBeVisible()
})

const PANEL = { contentType: 'servicePanel', field: 'focalPoint' }
const IMAGE = createLink('Asset', 'image')
const ASSET = {
  sys: { id: 'image', type: 'Asset' },
  fields: { file: { 'en-US': { url: '//127.0.0.1/none.svg', contentType: 'image/svg+xml' } } },
}

test('§10.33 the focal point is set by keys, beside the crops, and the middle is no value', async () => {
  const { screen, field } = await openField({
    ...PANEL,
    values: { image: IMAGE, focalPoint: '20% 90%' },
    respond: () => ({ items: [ASSET] }),
  })
  const status = screen.getByRole('status')
  await expect.element(page.elementLocator(screen.container)).toMatchAriaInlineSnapshot(`
    - /children: deep-equal
    - paragraph: "Click or drag on the picture, or move the sliders (Page Up and Page Down: 10% at a time)."
    - group "Focal point":
      - text: From the left
      - slider "From the left": "20"
      - text: From the top
      - slider "From the top": "90"
    - status: 20% from the left, 90% from the top
    - button "Reset to the middle"
    - region "How the site cuts the picture":
      - paragraph: How the site cuts the picture
      - figure "Desktop"
      - figure "Tablet"
      - figure "Phone"
  `)
  await screen.getByRole('slider', { name: 'From the left' }).fill('30')
  await expect.element(status).toHaveTextContent('30% from the left, 90% from the top')
  expect(field.setValue).toHaveBeenLastCalledWith('30% 90%')
  await screen.getByRole('slider', { name: 'From the top' }).fill('10')
  expect(field.setValue).toHaveBeenLastCalledWith('30% 10%')
  const phone = screen.getByRole('figure').last().element().querySelector('img')
  expect(phone?.style.objectPosition).toBe('30% 10%')
  for (const slider of screen.getByRole('slider').all()) await slider.fill('50')
  expect(field.removeValue).toHaveBeenCalledOnce()
  await screen.getByRole('slider').first().fill('20')
  await screen.getByRole('button', { name: 'Reset to the middle' }).click()
  await expect.element(status).toHaveTextContent('50% from the left, 50% from the top')
  expect(field.removeValue).toHaveBeenCalledTimes(2)
})

test('the crop of a shared link is around the nearest of nine areas', async () => {
  const values = { image: IMAGE, focalPoint: '20% 90%' }
  const { screen } = await openField({ ...PANEL, contentType: 'seo', values, respond: () => ({ items: [ASSET] }) })
  await expect.element(screen.getByText('Shared link')).toBeVisible()
  expect(screen.getByRole('figure').element().querySelector('img')?.style.objectPosition).toBe('0% 100%')
})

test('the control of a focal point says what is missing, and why a text or a picture cannot be used', async () => {
  const { screen, change } = await openField({ ...PANEL, values: { focalPoint: 'left top' } })
  await expect
    .element(screen.getByText('“left top” is not a focal point, so the site shows the middle. Choose a point.'))
    .toBeVisible()
  await expect.element(screen.getByText(/^Choose a picture in “IMAGE”/)).toBeVisible()
  await expect.element(screen.getByRole('slider')).not.toBeInTheDocument()
  await change('image', IMAGE)
  await expect.element(screen.getByText(/^The picture was deleted. Choose another one in “IMAGE”/)).toBeVisible()
})

test('a picture that cannot be read says why, and is read again', async () => {
  const respond = vi.fn((): unknown => ({ items: [ASSET] }))
  respond.mockImplementationOnce(() => {
    throw new Error(JSON.stringify({ status: 422, message: 'Not a query' }))
  })
  const { screen } = await openField({ ...PANEL, values: { image: IMAGE }, respond })
  const alert = screen.getByRole('alert')
  await expect.element(alert).toMatchTextContent(/^Contentful does not accept this/)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(screen.getByRole('slider').first()).toBeVisible()
})

test('the focal point of an archived entry is only shown', async () => {
  const { screen } = await openField({ ...PANEL, values: { image: IMAGE, focalPoint: '20% 90%' }, isDisabled: true })
  await expect.element(screen.getByText('20% from the left, 90% from the top')).toBeVisible()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('slider')).not.toBeInTheDocument()
})

const SEO = { contentType: 'seo', field: 'description' }
const respondWithPage = () => ({ items: [{ sys: { contentType: { sys: { id: 'galleryPage' } } } }] })

test('§10.34 the description of a page is one paragraph beside its search result, which follows what is typed', async () => {
  const { screen, field, change } = await openField({ ...SEO, values: { title: 'A title' }, respond: respondWithPage })
  const text = screen.getByRole('textbox', { name: 'DESCRIPTION' })
  const result = screen.getByRole('figure')
  const readResult = () => [...result.element().children].map((part) => part.textContent)
  await text.fill('Too\nshort')
  await expect.element(text).toHaveAttribute('aria-invalid', 'true')
  await expect.element(text).toHaveAccessibleDescription('9 of 160 characters, at least 50')
  await expect.poll(readResult).toEqual(['In search results:', `${location.host} › gallery`, 'A title', 'Too short'])
  const description = 'word '.repeat(32).trim()
  await text.fill(`${description} `)
  await expect.element(text).toHaveAccessibleDescription('160 of 160 characters')
  await expect.element(text).not.toHaveAttribute('aria-invalid', 'true')
  expect(text.element().scrollHeight - text.element().clientHeight).toBeLessThanOrEqual(0)
  await text.fill(`${description} and more`)
  await expect.element(text).toHaveAttribute('aria-invalid', 'true')
  await expect.element(text).toHaveAccessibleDescription('168 of 160 characters')
  await change('title', 'Another title')
  await expect.poll(() => readResult()[2]).toBe('Another title')
  await change('noIndex', true)
  await expect.poll(readResult).toEqual(['Search engines leave this page out. The description is for shared links.'])
  await text.fill('')
  expect(field.removeValue).toHaveBeenCalledOnce()
})

test('a description that the web app does not take says why, and one of an archived entry is read-only', async () => {
  const { screen, field, error } = await openField({ ...SEO, values: { description: 'Before' } })
  field.setValue.mockRejectedValueOnce({ message: 'The connection is lost.' })
  await screen.getByRole('textbox').fill('After')
  await expect
    .poll(() => error.mock.lastCall)
    .toEqual(['The description was not saved: The connection is lost. Reload the page, then try again.'])
  await expect.element(screen.getByRole('textbox')).toHaveValue('Before')
  await screen.unmount()
  const disabled = await openField({ ...SEO, values: { description: 'Before' }, isDisabled: true })
  await expect.element(disabled.screen.getByRole('textbox')).toHaveAttribute('readonly')
})
