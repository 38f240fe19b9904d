import type { Locator } from '@playwright/test'
import type { TestSpace } from '#local-tests/start-space.ts'
import {
  createAsset,
  createDraftEntry,
  createPicture,
  createUnprocessedAsset,
  MASTER,
  publishContentType,
  publishEntry,
  sendRequest,
  toLink,
} from '#local-tests/test-contentful.ts'
import { clickButton, expect, test } from './local-editor.ts'

const symbol = { type: 'Symbol' }
const toRecordFields = (maxCode: number) => [
  { id: 'title', name: 'Title', ...symbol, required: true, validations: [{ size: { max: 81 } }] },
  { id: 'code', name: 'Code', ...symbol, validations: [{ size: { min: 2, max: maxCode } }] },
  { id: 'color', name: 'Color', ...symbol, validations: [{ in: ['Red', 'Élan'] }] },
  { id: 'rank', name: 'Rank', type: 'Integer', required: true, validations: [{ in: [2, 10] }] },
  { id: 'isOpen', name: 'Is open', type: 'Boolean', required: true },
  { id: 'amount', name: 'Amount', type: 'Number' },
  { id: 'day', name: 'Day', type: 'Date' },
  { id: 'words', name: 'Words', type: 'Array', items: symbol },
  { id: 'place', name: 'Place', type: 'Location' },
  {
    id: 'files',
    name: 'Files',
    type: 'Array',
    items: { type: 'Link', linkType: 'Asset', validations: [{ linkMimetypeGroup: ['image', 'video'] }] },
  },
  {
    id: 'parts',
    name: 'Parts',
    type: 'Array',
    items: { type: 'Link', linkType: 'Entry', validations: [{ linkContentType: ['videoHero', 'fact'] }] },
  },
  { id: 'other', name: 'Other', type: 'Link', linkType: 'Entry' },
  { id: 'desk', name: 'Desk', ...symbol, validations: [{ size: { max: 9 } }] },
  { id: 'secret', name: 'Secret', ...symbol, omitted: true },
]

/** Adds a content type with a field for each control, two entries, and files. The published code is too long for its field. */
async function fillRecords(local: TestSpace): Promise<void> {
  const { client } = local
  const type = { contentTypeId: 'record' }
  await publishContentType(local, {
    id: 'record',
    name: 'Élan record',
    displayField: 'title',
    fields: toRecordFields(90),
  })
  const controls = [
    { fieldId: 'code', widgetNamespace: 'builtin', widgetId: 'singleLine', settings: { helpText: 'As on the sheet' } },
    { fieldId: 'desk', widgetNamespace: 'app', widgetId: 'gone' },
  ]
  await client.editorInterface.update(type, { ...(await client.editorInterface.get(type)), controls })
  const configurations = [{ contentType: 'record', url: 'http://127.0.0.1:1/?id={entry.sys.id}', enabled: true }]
  await client.raw.put('/spaces/local/preview_environments/site', { name: 'Site', configurations })
  await createAsset(local, 'Zebra', await createPicture(300, 200))
  await createAsset(local, 'film', Buffer.alloc(1_501), 'video/mp4', 'film.mp4')
  await createAsset(local, 'notes', Buffer.from('a'), 'text/plain', 'notes.txt')
  await createUnprocessedAsset(local, 'Empty', { upload: 'http://127.0.0.1:1/a.jpg' })
  await createAsset(local, 'old', await createPicture())
  await client.asset.archive({ assetId: 'old' })
  const toLinks = (...ids: readonly string[]) => ids.map((id) => toLink('Asset', id))
  const kept = { rank: 10, isOpen: false }
  const published = { title: 'One', code: 'y'.repeat(82), words: ['B', 'a'], files: toLinks('share-home'), ...kept }
  await publishEntry(local, 'record', 'one', published)
  const { sys } = await client.contentType.get(type)
  const body = { name: 'Élan record', displayField: 'title', fields: toRecordFields(80) }
  const headers = { 'x-contentful-version': `${sys.version}` }
  const changed = await sendRequest(local, 'PUT', `${MASTER}/content_types/record`, { body, headers })
  await client.contentType.publish(type, changed.body)
  const draft = {
    ...{ title: 'Ünø', code: 'x'.repeat(81), color: 'Élan', rank: 10, amount: 0.5, words: ['a', 'B'] },
    ...{ place: { lat: 1, lon: 2 }, files: toLinks('film', 'none', 'Zebra', 'Empty', 'film') },
    other: toLink('Entry', 'fact-miles'),
  }
  const entry = await client.entry.get({ entryId: 'one' })
  const fields = Object.fromEntries(Object.entries(draft).map(([id, value]) => [id, { 'en-US': value }]))
  await client.entry.update({ entryId: 'one' }, { ...entry, fields })
  await createDraftEntry(local, 'record', 'untitled', { title: ' ', other: toLink('Entry', 'one') })
  await client.entry.archive({ entryId: 'untitled' })
}

/** What each element is for a screen reader, in one line. */
const readAll = async (elements: Locator) =>
  (await Promise.all((await elements.all()).map((element) => element.ariaSnapshot()))).map((snapshot) =>
    snapshot
      .replaceAll(/:?\n *- /g, ' | ')
      .replaceAll('/app/spaces/local/environments/master/', '')
      .replaceAll(/\w+ \d+, \d{4}, \d+:\d\d [AP]M/g, 'NOW'),
  )
const expectAll = (elements: Locator, expected: readonly string[]) =>
  expect.poll(() => readAll(elements)).toEqual(expected)

const HEADER =
  '- banner "Local content" | paragraph: Local content | navigation "Content" | link "Entries" | /url: entries | link "Media" | /url: assets | status'
const toRow = (path: string, title: string, text: string) =>
  `- listitem | link "${title}" | /url: ${path} | text: ${text} | time: NOW`
const toDescription = (title: string, usedIn: string, file: string) =>
  `- main "Form" | paragraph: Asset | heading "${title}" [level=1] | group "Actions" | button "Save" | button "Publish" | button "Archive" | text: draft | alert | complementary "About this item" | ${usedIn} | group: Schedule | group | text: File required | group "File required" | ${file} | paragraph | text: Title | textbox "Title": ${title} | paragraph: ${title.length} of 256 characters | paragraph | text: Description | textbox "Description" | paragraph`

test('each list and each form says what there is and what can be done', async ({ page, space, open }) => {
  await fillRecords(space)
  const main = page.getByRole('main')
  const types = 'option "Fact" | option "Home page" | option "Video hero" | option "Élan record"'
  const states = 'option "draft" | option "changed" | option "published" | option "archived"'

  await test.step('the list of entries: pages come first, then what changed last', async () => {
    await open('entries')
    await expectAll(main.getByRole('listitem'), [
      toRow('entries/untitled', 'Untitled', 'Élan record archived'),
      toRow('entries/one', 'Ünø', 'Élan record changed'),
      toRow('entries/home-page', 'Home', 'Home page published'),
      toRow('entries/hero-home', 'First hero', 'Video hero published'),
      ...Object.entries({ states: 'states', experience: 'years', diameters: 'in.', miles: 'miles' }).map(([id, unit]) =>
        toRow(`entries/fact-${id}`, unit, 'Fact published'),
      ),
    ])
    await expectAll(page.getByRole('banner'), [HEADER])
    await expect(page.locator('[aria-current=page]')).toHaveText(['Entries'])
    await expect(page).toHaveTitle('Entries · Local content')
    await expectAll(main.locator('button, select, [role=status]'), [
      `- combobox "New entry of type" | ${types.replace('"Fact"', '"Fact" [selected]')}`,
      '- button "Create"',
      `- combobox "Type" | option "All" [selected] | ${types}`,
      `- combobox "State" | option "All" [selected] | ${states}`,
      '- status: 8 of 8 shown',
    ])
  })
  await test.step('the list of files has no types', async () => {
    await open('assets')
    await expectAll(main.getByRole('listitem'), [
      toRow('assets/old', 'old', 'image/jpeg archived'),
      toRow('assets/Empty', 'Empty', 'no file yet draft'),
      toRow('assets/notes', 'notes', 'text/plain draft'),
      toRow('assets/film', 'film', 'video/mp4 draft'),
      toRow('assets/Zebra', 'Zebra', 'image/jpeg draft'),
      toRow('assets/share-home', 'share-home', 'image/jpeg published'),
    ])
    await expect(page.locator('[aria-current=page]')).toHaveText(['Media'])
    await expect(page).toHaveTitle('Media · Local content')
    await page.getByRole('searchbox', { name: 'Search' }).fill('none')
    await expectAll(main.locator('button, select, [role=status]'), [
      `- combobox "State" | option "All" [selected] | ${states}`,
      '- status: No files match.',
    ])
    await expect(main.getByLabel('Upload')).toHaveAttribute('multiple')
  })
  await test.step('a file, with or without its content', async () => {
    const usedIn = 'paragraph | text: Used in | link "Élan record “Ünø”" | /url: entries/one'
    await open('assets/film')
    const { pathname } = new URL((await main.locator('video.file').getAttribute('src')) ?? '', space.url)
    const link = `link "film.mp4" | /url: ${space.url.replace('http:', '')}${pathname}`
    const file = `paragraph | ${link} | text: ", video/mp4, 2 kB" | text: Replace | button "Replace"`
    await expectAll(main, [toDescription('film', usedIn, file)])
    await expect(page).toHaveTitle('film · Asset · Local content')
    await open('assets/Empty')
    await expectAll(main, [toDescription('Empty', usedIn, 'text: Upload | button "Upload"')])
    await open('assets/share-home')
    await expect(main.getByRole('img', { name: 'share-home.jpg' })).toHaveClass('file')
  })
  const form = '| button "Live preview" | link "Page with drafts" | /url: http://127.0.0.1:1/?id='
  await test.step('an entry in the archive', async () => {
    await open('entries/untitled')
    await expectAll(page.locator('.actions'), [
      `- group "Actions" | button "Unarchive" | button "Delete" ${form}untitled | text: archived | alert`,
    ])
    await expectAll(page.getByRole('complementary'), [
      '- complementary "About this item" | paragraph: No entry uses it.',
    ])
  })
  await test.step('what is scheduled, by time', async () => {
    await open('entries/one')
    await page.getByText('Schedule', { exact: true }).click()
    for (const [time, action] of [
      ['2099-12-02T09:30', 'Unpublish then'],
      ['2099-03-02T19:30', 'Publish then'],
    ] as const) {
      await page.getByLabel('Date and time').fill(time)
      await clickButton(page, action)
    }
    const toAction = (text: string) => `listitem | text: "${text}" | 'button "Cancel ${text}"': Cancel`
    const users = 'paragraph | text: Used in | link "Élan record “Untitled”" | /url: entries/untitled'
    const inputs = 'textbox "Date and time": 2099-03-02T19:30 | button "Publish then" | button "Unpublish then"'
    const list = ['Publish: 3/2/2099, 7:30:00 PM', 'Unpublish: 12/2/2099, 9:30:00 AM'].map(toAction).join(' | ')
    await expectAll(page.getByRole('complementary'), [
      `- complementary "About this item" | ${users} | group | text: Schedule (2) Date and time | ${inputs} | list | ${list}`,
    ])
  })
  await test.step('an entry that is refused, with a control for each type', async () => {
    await clickButton(page, 'Publish')
    await expect(page.getByRole('alert')).toHaveText('Nothing is published, because these have no file: Empty')
    await clickButton(page, 'Remove: Empty')
    await clickButton(page, 'Publish')
    const buttons = ['Save', 'Publish', 'Unpublish', 'Discard changes…'].map((name) => `button "${name}"`).join(' | ')
    const alert =
      'paragraph: "This cannot be done yet. See:" | link "Code" | /url: "#field-code" | link "Is open" | /url: "#field-isOpen"'
    await expectAll(page.locator('.actions'), [
      `- group "Actions" | ${buttons} ${form}one | text: changed | alert | ${alert}`,
    ])
    const toCard = (path: string, text: string, title = path.split('/')[1]) =>
      `text: ${text} | time: NOW | 'link "Edit: ${title}"' | /url: ${path} | text: Edit | 'button "Remove: ${title}"': Remove`
    const toPlace = (title: string, place: number) =>
      `listitem | 'combobox "Place: ${title}"' | ${[1, 2, 3, 4].map((each) => `option "${each}"${each === place ? ' [selected]' : ''}`).join(' | ')} | `
    const film = toCard('assets/film', 'film video/mp4 draft')
    const rows = [
      `${toPlace('film', 1)}${film}`,
      `${toPlace('Missing: none', 2)}text: "Missing: none" | 'button "Remove: Missing: none"': Remove`,
      `${toPlace('Zebra', 3)}${toCard('assets/Zebra', 'Zebra image/jpeg draft')}`,
      `${toPlace('film', 4)}${film}`,
    ].join(' | ')
    await expectAll(page.locator('.field'), [
      '- text: Title required | textbox "Title required": Ünø | paragraph: 3 of 81 characters | paragraph',
      `- text: Code | textbox "Code" [invalid]: ${'x'.repeat(81)} | paragraph: "At most 80 characters: it has 81." | paragraph: As on the sheet`,
      '- text: Color | combobox "Color" | option "–" | option "Red" | option "Élan" [selected] | paragraph',
      '- text: Rank required | combobox "Rank required" | option "2" | option "10" [selected] | paragraph',
      '- text: Is open required | combobox "Is open required" [invalid] | option "–" [selected] | option "Yes" | option "No" | paragraph: This must not be empty. | paragraph',
      '- text: Amount | spinbutton "Amount": "0.5" | paragraph',
      '- text: Day | textbox "Day" | /placeholder: 2026-12-31T12:00+00:00 | paragraph',
      '- text: Words | textbox "Words" | /placeholder: One on each line | text: a B | paragraph',
      '- text: Place | textbox "Place": "{ \\"lat\\": 1, \\"lon\\": 2 }" | paragraph',
      `- text: Files | group "Files" | list | ${rows} | paragraph | button "Add existing…" | text: Upload | button "Upload" | paragraph`,
      '- text: Parts | group "Parts" | list | paragraph | button "Add existing…" | button "New Video hero" | button "New Fact" | paragraph',
      `- text: Other | group "Other" | list | listitem | ${toCard('entries/fact-miles', 'miles Fact published', 'miles')} | paragraph | button "Choose…" | paragraph`,
      '- text: Desk | paragraph: "The app gone cannot be shown: it is not installed." | textbox "Desk" | paragraph',
    ])
  })
  await test.step('changes that cannot be discarded', async () => {
    await clickButton(page, 'Discard changes…')
    const heading = '"Discard the changes of “Ünø”?"'
    const text =
      'The published version does not fit the fields any more, so it cannot be the draft. Change the draft by hand.'
    const toChange = ([name, draft, published]: readonly string[]) =>
      `term: ${name} | definition: "Draft: ${draft}" | definition: "Published: ${published}"`
    const changes = [
      ['Title', 'Ünø', 'One'],
      ['Code', 'x'.repeat(81), `${'y'.repeat(82)}" | definition: "At most 80 characters: it has 82.`],
      ['Words', ...Array.from({ length: 2 }, () => '2 in this order: nothing that the other does not have')],
      ['Files', '4 in this order: with film, Missing: none, Zebra, film', '1 in this order: with share-home'],
      ['Is open', 'Empty', 'No'],
      ['Color', 'Élan', 'Empty'],
      ['Amount', '0.5', 'Empty'],
      ['Place', '{\\"lat\\":1,\\"lon\\":2}', 'Empty'],
      ['Other', 'miles', 'Empty'],
    ]
    await expectAll(page.getByRole('alertdialog'), [
      `- alertdialog ${heading} | heading ${heading} [level=2] | paragraph: ${text} | ${changes.map(toChange).join(' | ')} | paragraph | button "Close"`,
    ])
    await clickButton(page, 'Close')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
  await test.step('the files that a field allows, without those in the archive', async () => {
    await page.getByRole('group', { name: 'Files' }).getByRole('button', { name: 'Add existing…' }).click()
    const toChoice = ([name, text]: readonly string[]) => `listitem | button "${name}" | text: ${text} | time: NOW`
    const choices = [
      ['film', 'video/mp4 draft'],
      ['Zebra', 'image/jpeg draft'],
      ['share-home', 'image/jpeg published'],
    ]
    await expectAll(page.getByRole('dialog'), [
      `- dialog "Choose a file" | heading "Choose a file" [level=2] | search | text: Search | searchbox "Search" | status: 3 of 3 shown | list | ${choices.map(toChoice).join(' | ')} | button "Cancel"`,
    ])
  })
  for (const [path, problem] of [
    ['nothing', 'There is nothing at this address.'],
    ['apps/none', '"The app none cannot be shown: it is not installed."'],
  ] as const)
    await test.step(`there is no page ${path}`, async () => {
      await open(path)
      await expectAll(page.locator('body'), [
        `${HEADER} | main | heading "This page cannot be shown" [level=1] | alert: ${problem}`,
      ])
    })
})
