import type { PlainClientAPI } from 'contentful-management'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createLink } from '#cms/links.ts'
import { getTimeZone, getTomorrowMorning, toInputValue } from '#cms/photo-desk/state/publication/publication-time.ts'
import { expectNoAxeViolations } from '#tests/mounted/axe.ts'
import { addDraft, readListedIds, saveFields } from '#tests/mounted/change-space.ts'
import { createRejection, openDesk } from '#tests/mounted/open-desk.tsx'
import { PublishingView } from './publishing-view.tsx'

const ALT_TEXT = 'A sideboom lowers a pipe'
const YEAR = new Date().getFullYear() + 1

/** Creates a draft, and changes the first photograph, whose entry alone is published then. */
async function changeTwo(space: PlainClientAPI) {
  const [first = ''] = await readListedIds(space)
  await saveFields(space, first, { caption: 'A new caption' })
  await addDraft(space, 'ready', { altText: ALT_TEXT, isListed: false })
}

async function openView(prepare: (space: PlainClientAPI) => Promise<unknown> = changeTwo) {
  const desk = await openDesk({ prepare })
  const screen = await desk.mount(<PublishingView />)
  await expect.element(screen.getByRole('checkbox', { name: 'Select all' })).toBeVisible()
  const dialog = screen.getByRole('dialog')
  const schedule = async (time: string) => {
    await dialog.getByLabelText(/^Date and time/).fill(time)
    await dialog.getByRole('button', { name: 'Schedule' }).click()
  }
  return { desk, screen, dialog, status: screen.getByRole('status').first(), schedule }
}

const group = page.getByRole('region', { name: 'Scheduled' }).getByRole('listitem').first()

/** What is to be done at a time, in the order of the requests. */
async function readScheduled(space: PlainClientAPI) {
  const { items } = await space.scheduledActions.getMany({
    query: { 'environment.sys.id': 'master', 'sys.status': 'scheduled' },
  })
  return items.map(({ action, entity }) => `${action} ${entity.sys.linkType}`).toSorted()
}

test('§10.38 a schedule of which one step fails says so and stays open; the same schedule completes it, and it is listed', async () => {
  const { desk, screen, dialog, status, schedule } = await openView()
  await expect.element(screen.getByText('Nothing is scheduled.')).toBeVisible()
  await screen.getByRole('button', { name: 'Schedule …' }).click()
  await expect.element(dialog.getByLabelText(/^Date and time/)).toHaveFocus()
  await expect.element(dialog).toMatchAriaInlineSnapshot(`
    - dialog "Schedule":
      - /children: deep-equal
      - heading "Schedule" [level=2]
      - button "Close"
      - radiogroup "What is to be done":
        - radio "Publish 2 photographs" [checked]
        - text: Publish 2 photographs
        - radio "Take down 1 photograph"
        - text: Take down 1 photograph
      - group:
        - text: Date and time(required)
        - textbox "Date and time(required)": ${toInputValue(getTomorrowMorning())}
        - paragraph: "In the time zone of your computer: ${getTimeZone()}."
      - paragraph: "Visitors do not see “${ALT_TEXT}”: it is not in the gallery."
      - button "Cancel"
      - button "Schedule"
  `)
  await expectNoAxeViolations()
  let created = 0
  desk.onRequest.mockImplementation(({ entityType, action }) => {
    if (entityType !== 'ScheduledAction' || action !== 'create') return
    created += 1
    if (created === 2) throw createRejection(403)
  })
  await schedule(`${YEAR}-03-02T09:30`)
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent(
      'You may not do this. Ask an administrator of the space. 1 of 2 steps are scheduled: schedule again to complete them, or cancel them in the list',
    )
  await expect.element(group).toMatchTextContent('Publish 1 photograph')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .element(status)
    .toMatchTextContent(new RegExp(`^Scheduled for \\w+, 2 Mar ${YEAR}, 09:30: publish 2 photographs\\.`))
  const readIcon = () => document.querySelector('.publishing-status svg')?.innerHTML
  const successIcon = readIcon()
  expect(await readScheduled(desk.space)).toEqual(['publish Entry', 'publish Entry'])
  await expect
    .element(group)
    .toMatchTextContent(new RegExp(`^\\w+, 2 Mar ${YEAR}, 09:30Publish 2 photographsShow them`))
  const row = screen.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: `Select “${ALT_TEXT}”` }) })
  await expect.element(row).toMatchTextContent(new RegExp(`Will be published \\w+, 2 Mar ${YEAR}, 09:30$`))
  await expect.element(row.getByRole('checkbox')).not.toBeChecked()
  desk.workspace.publishing.say('This is not done.', true)
  await expect.element(status).toMatchTextContent('This is not done.')
  expect(readIcon()).not.toBe(successIcon)
})

test('§10.38 a photograph is taken down at a time at which it is published by then', async () => {
  const { desk, screen, dialog, status, schedule } = await openView()
  await screen.getByRole('checkbox', { name: 'Select all' }).click()
  await screen.getByRole('checkbox', { name: `Select “${ALT_TEXT}”` }).click()
  await screen.getByRole('button', { name: 'Schedule …' }).click()
  await schedule(`${YEAR}-03-02T09:30`)
  await expect.element(dialog).not.toBeInTheDocument()
  await screen.getByRole('checkbox', { name: `Select “${ALT_TEXT}”` }).click()
  await screen.getByRole('button', { name: 'Schedule …' }).click()
  await dialog.getByRole('radio', { name: 'Take down 1 photograph' }).click({ force: true })
  await expect
    .element(dialog.getByText('Files that are kept, because they are also used in:', { exact: true }))
    .toBeVisible()
  await expect.element(dialog.getByRole('listitem').first()).toHaveTextContent(ALT_TEXT)
  await expectNoAxeViolations()
  await schedule(`${YEAR}-03-02T09:00`)
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent(`“${ALT_TEXT}” is not published at this time: choose another time or deselect it`)
  await schedule(`${YEAR}-03-05T18:00`)
  await expect.element(status).toMatchTextContent(/^Scheduled for .+: take down 1 photograph\./)
  expect(await readScheduled(desk.space)).toEqual(['publish Entry', 'unpublish Entry'])
  await expect
    .element(screen.getByRole('list', { name: 'Pictures' }))
    .toMatchTextContent(/Will be published .+ 09:30 · Will be taken down .+ 18:00/)
})

test('§10.38 a schedule is canceled after a question; one step of two that stays is named, and canceled again', async () => {
  const { desk, screen, dialog, status } = await openView(async (space) => {
    await changeTwo(space)
    const gallery = (await space.entry.getMany({ query: { content_type: 'galleryPage' } })).items[0]?.sys.id ?? ''
    const [first = ''] = await readListedIds(space)
    for (const id of ['ready', first, gallery]) await scheduleEntry(space, id, YEAR)
    await scheduleEntry(space, first, YEAR + 1, 'unpublish')
    await scheduleEntry(space, 'ready', YEAR + 1)
  })
  const groups = screen.getByRole('region', { name: 'Scheduled' }).getByRole('listitem')
  const readGroups = () =>
    groups.elements().map((group) => [...group.querySelectorAll('p, summary')].map(({ textContent }) => textContent))
  await expect.poll(() => readGroups()[0]).toEqual(['Publish 2 photographs and the gallery', 'Show them'])
  const atOnce = [
    ['Publish 1 photograph', 'Show it'],
    ['Take down 1 photograph', 'Show it'],
  ]
  expect(readGroups().slice(1).toSorted(), 'at the same time').toEqual(atOnce)
  const cancelButton = group.getByRole('button', { name: /^Cancel the schedule for .+, 09:30$/ })
  await cancelButton.click()
  await expect.element(dialog.getByRole('button', { name: 'Keep it' })).toHaveFocus()
  await expect
    .element(dialog)
    .toMatchTextContent(/Nothing of it is published at .+, 09:30\. The pictures stay as they are\./)
  await expectNoAxeViolations()
  await userEvent.keyboard('{Enter}')
  await expect.element(cancelButton).toHaveFocus()
  let deleted = 0
  desk.onRequest.mockImplementation(({ entityType, action }) => {
    if (entityType !== 'ScheduledAction' || action !== 'delete') return
    deleted += 1
    if (deleted === 1) throw createRejection(403)
  })
  await cancelButton.click()
  await dialog.getByRole('button', { name: 'Cancel it' }).click()
  await expect.element(status).toHaveTextContent('1 of 3 steps could not be canceled. Cancel them again.')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(await readScheduled(desk.space)).toEqual(['publish Entry', 'publish Entry', 'unpublish Entry'])
  await cancelButton.click()
  await dialog.getByRole('button', { name: 'Cancel it' }).click()
  await expect.element(status).toHaveTextContent('The schedule is canceled.')
  expect(await readScheduled(desk.space)).toEqual(['publish Entry', 'unpublish Entry'])
})

test('§10.38 what could not be done at its time is listed with the reason', async () => {
  await openView(async (space) => {
    await addDraft(space, 'incomplete', {})
    await scheduleEntry(space, 'incomplete', undefined)
    const query = { 'environment.sys.id': 'master', 'sys.status': 'failed' }
    const readFailed = async () => (await space.scheduledActions.getMany({ query })).items.length
    await vi.waitFor(async () => expect(await readFailed()).toBe(1), { timeout: 60_000, interval: 200 })
  })
  await expect
    .element(group)
    .toMatchTextContent(/“.+” could not be published: .+\. Correct it, then choose Publish here\.$/)
})

test('a list of schedules that cannot be read says so, and not that nothing is scheduled', async () => {
  const desk = await openDesk()
  desk.onRequest.mockImplementation(({ entityType }) => {
    if (entityType === 'ScheduledAction') throw createRejection(403)
  })
  const screen = await desk.mount(<PublishingView />)
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/^What is scheduled cannot be shownYou may not do this/)
  await expect.element(screen.getByText('Nothing is scheduled.')).not.toBeInTheDocument()
})

/** Schedules an action of an entry for March of a year, or in a moment. */
const scheduleEntry = (
  space: PlainClientAPI,
  id: string,
  year: number | undefined,
  action: 'publish' | 'unpublish' = 'publish',
) =>
  space.scheduledActions.create(
    {},
    {
      entity: createLink('Entry', id),
      environment: { sys: { type: 'Link', linkType: 'Environment', id: 'master' } },
      scheduledFor: {
        datetime: (year ? new Date(year, 2, 2, 9, 30) : new Date(Date.now() + 1_000)).toISOString(),
        timezone: 'UTC',
      },
      action,
    },
  )
