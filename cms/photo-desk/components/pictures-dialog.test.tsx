import type { PlainClientAPI } from 'contentful-management'
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { PictureAction } from '#cms/photo-desk/state/publication/change-pictures.ts'
import { usePictures } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { expectNoAxeViolations } from '#tests/mounted/axe.ts'
import {
  addDraft,
  archive,
  fillGallery,
  readAssetId,
  readListedIds,
  readStates,
  saveGalleryIds,
} from '#tests/mounted/change-space.ts'
import { createRejection, openDesk } from '#tests/mounted/open-desk.tsx'
import { PicturesDialog, SELECTION_ACTIONS, SelectedPicturesActions } from './pictures-dialog.tsx'

const onDone = vi.fn()
const onClose = vi.fn()

beforeEach(() => {
  onDone.mockClear()
  onClose.mockClear()
})

interface TestDialogProps {
  readonly action: PictureAction
  /** Default: all pictures. */
  readonly ids?: readonly string[]
}

function TestDialog({ action, ids }: TestDialogProps) {
  const pictures = [...usePictures().values()].filter(({ id }) => !ids || ids.includes(id))
  return <PicturesDialog {...{ action, pictures, onDone, onClose }} />
}

const archiveAll = async (space: PlainClientAPI) => archive(space, await readListedIds(space))

const unpublishAll = async (space: PlainClientAPI) => {
  for (const entryId of await readListedIds(space)) await space.entry.unpublish({ entryId })
}

const archiveAllUnlisted = async (space: PlainClientAPI) => {
  await archiveAll(space)
  await saveGalleryIds(space, [])
}

/** `request`: the one that fails for a photograph. `usages`: what is said of the gallery, where it is said. */
const FAILURES = [
  {
    action: 'publish',
    prepare: unpublishAll,
    request: 'publish',
    label: 'Publish',
    title: 'Publish 3 photographs?',
    text: 'Visitors see the latest version. The gallery is not published here: do that under Publish.',
    done: 'published',
    states: ['draft', 'published'],
  },
  {
    action: 'takeDown',
    request: 'unpublish',
    label: 'Take down',
    title: 'Take down 3 photographs?',
    text: 'Visitors no longer see them. They become drafts and stay where they are, until somebody selects them to be published again.',
    usages: 'Used in:',
    done: 'taken down',
    states: ['published', 'draft'],
  },
  {
    action: 'archive',
    request: 'archive',
    label: 'Archive',
    title: 'Archive 3 photographs?',
    text: 'Visitors no longer see them, and the gallery no longer lists them. You find them under Publish, Archived, and can restore them there.',
    usages: 'Used in:',
    done: 'archived',
    states: ['draft', 'archived'],
  },
  {
    action: 'restore',
    prepare: archiveAllUnlisted,
    request: 'unarchive',
    label: 'Restore',
    title: 'Restore 3 photographs?',
    text: 'Back to the gallery, at their old places. Visitors see them when you publish them and the gallery.',
    done: 'restored',
    rest: ' Visitors see them when you publish them and the gallery.',
    states: ['archived', 'draft'],
  },
  {
    action: 'delete',
    prepare: archiveAll,
    request: 'delete',
    label: 'Delete',
    title: 'Delete 3 photographs for good?',
    text: 'Their texts, their files and their places in the gallery are lost: nobody can restore them.',
    usages: 'Used in, where they are missing then:',
    done: 'deleted',
    states: ['archived', undefined],
  },
] as const

test.each(FAILURES)(
  '§10.41 §10.42 one failure of three: $action says what it does, then what is not $done and why, and changes the others',
  async ({ action, request, label, done, states: [failedState, changedState], ...expected }) => {
    const desk = await openDesk('prepare' in expected ? { prepare: expected.prepare } : {})
    const ids = [...(desk.workspace.getSpacePictures()?.entries.keys() ?? [])]
    const [changed = '', failing = '', last = ''] = ids
    desk.onRequest.mockImplementation(({ entityType, action: sent, params }) => {
      if (entityType === 'Entry' && sent === request && params?.entryId === failing) throw createRejection(403)
    })
    const screen = await desk.mount(<TestDialog action={action} />)
    const question = screen.getByRole('dialog', { name: expected.title })
    await expect.element(question.getByText(expected.text, { exact: true })).toBeVisible()
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    if ('usages' in expected) {
      await expect.element(question.getByText(expected.usages, { exact: true })).toBeVisible()
      const usage = question.getByRole('listitem').filter({ hasText: 'page of the site' })
      await expect.element(usage).toMatchTextContent(/ \(page of the site, published, 3 of 3\)$/)
    }
    await expectNoAxeViolations()
    await question.getByRole('button', { name: label }).click()

    const dialog = screen.getByRole('dialog', { name: `1 of 3 not ${done}` })
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent(`2 photographs are ${done}. 1 photograph is not. The reason:`)
    const title = desk.getPicture(failing)?.title
    await expect
      .element(dialog.getByRole('listitem'))
      .toHaveTextContent(`${title}: You may not do this. Ask an administrator of the space`)
    await expectNoAxeViolations()
    expect(onDone).not.toHaveBeenCalled()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    expect(onClose).toHaveBeenCalledOnce()
    const summary = `2 photographs are ${done}. 1 photograph is not.${'rest' in expected ? expected.rest : ''}`
    expect(onDone).toHaveBeenCalledExactlyOnceWith(summary, true)
    expect(await readStates(desk.space, [changed, failing, last])).toEqual([changedState, failedState, changedState])
  },
)

test('§10.41 §10.42 each action says what becomes of one photograph', async () => {
  const desk = await openDesk({
    prepare: async (space) => {
      await addDraft(space, 'draft', { altText: 'A crew welds two pipes' })
      const [draft = '', first = '', archived = '', published = ''] = await readListedIds(space)
      await archive(space, [archived])
      await saveGalleryIds(space, [draft, published, first])
    },
  })
  const [draft = '', published = ''] = desk.listPictureIds()
  const ids = [...(desk.workspace.getSpacePictures()?.entries.keys() ?? [])]
  const archived = ids.find((id) => !desk.listPictureIds().includes(id)) ?? ''
  const texts = {
    publish: `Publish 1 photograph? | Visitors do not see “A crew welds two pipes”: the gallery is not published with it. The gallery is not published here: do that under Publish.`,
    takeDown: `Take down 1 photograph? | Visitors no longer see it. It becomes a draft and stays where it is, until somebody selects it to be published again. | Used in:`,
    archive: `Archive 1 photograph? | Visitors no longer see it, and the gallery no longer lists it. You find it under Publish, Archived, and can restore it there. | Used in:`,
    restore: `Restore 1 photograph? | Back to the gallery, at its old place. Visitors see it when you publish it and the gallery.`,
    delete: `Delete 1 photograph for good? | Its texts, its file and its place in the gallery are lost: nobody can restore it. | Used in, where it is missing then:`,
  }
  for (const action of ['publish', ...SELECTION_ACTIONS] as const) {
    const id = action === 'publish' ? draft : action === 'restore' ? archived : published
    const screen = await desk.mount(<TestDialog action={action} ids={[id]} />)
    const listTexts = () => [...document.querySelectorAll('h2, [role="dialog"] p:not([role])')]
    const readText = () => listTexts().map(({ textContent }) => textContent)
    await expect.poll(() => readText().join(' | ')).toBe(texts[action])
    await screen.unmount()
  }
})

test('of thirteen photographs, twelve are named, and all of twelve', async () => {
  const desk = await openDesk({ prepare: (space) => fillGallery(space, 13) })
  const ids = desk.listPictureIds()
  const titles = ids.slice(0, 12).map((id) => desk.getPicture(id)?.title)
  for (const count of [12, 13]) {
    const screen = await desk.mount(<TestDialog action="publish" ids={ids.slice(0, count)} />)
    const listNames = () => [...document.querySelectorAll('[role="dialog"] li')].map(({ textContent }) => textContent)
    await expect.poll(listNames).toEqual([...titles, ...(count > 12 ? ['and 1 more'] : [])])
    await screen.unmount()
  }
})

test('§10.45 restored photographs that visitors did not see come to the end, and the dialog says how many', async () => {
  const desk = await openDesk({
    prepare: async (space) => {
      await addDraft(space, 'unlisted', { altText: 'A crew welds two pipes', isListed: false })
      await space.entry.archive({ entryId: 'unlisted' })
      await archiveAllUnlisted(space)
    },
  })
  const screen = await desk.mount(<TestDialog action="restore" />)
  const dialog = screen.getByRole('dialog', { name: 'Restore 4 photographs?' })
  await expect.element(dialog).toMatchTextContent(/Back to the gallery, 3 at their old places, 1 at the end\. /)
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce(), 30_000)
  expect((await readListedIds(desk.space)).at(-1)).toBe('unlisted')
})

test('§10.41 a file that another entry shows stays published, and the dialog names that entry', async () => {
  const desk = await openDesk({
    prepare: (space) => addDraft(space, 'twin', { altText: 'The same valves again' }),
  })
  const [, id = ''] = desk.listPictureIds()
  const screen = await desk.mount(<TestDialog action="takeDown" ids={[id]} />)
  const dialog = screen.getByRole('dialog', { name: 'Take down 1 photograph?' })
  await expect
    .element(dialog)
    .toMatchTextContent(
      'Visitors no longer see it. It becomes a draft and stays where it is, until somebody selects it',
    )
  await expect
    .element(dialog.getByText('Files that are kept, because they are also used in:', { exact: true }))
    .toBeVisible()
  const usage = dialog.getByRole('button', { name: 'The same valves again' })
  await expect.element(dialog.getByRole('listitem').last()).toMatchTextContent(/^The same valves again \(.+, draft\)$/)
  await usage.click()
  expect(desk.openEntry).toHaveBeenCalledExactlyOnceWith('twin', { slideIn: true })
  await dialog.getByRole('button', { name: 'Take down' }).click()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith('1 photograph is taken down.', false), 30_000)
  const asset = await desk.space.asset.get({ assetId: await readAssetId(desk.space, id) })
  expect(asset.sys.publishedVersion).toBeDefined()
  expect(await readStates(desk.space, [id])).toEqual(['draft'])
})

test('§10.41 nothing is taken down before the desk knows where it is used, and the dialog says why it does not', async () => {
  const desk = await openDesk()
  desk.onRequest.mockImplementation(({ entityType, action }) => {
    if (entityType === 'Entry' && action === 'getMany') throw createRejection(403)
  })
  const screen = await desk.mount(<TestDialog action="takeDown" />)
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^You may not do this/)
  const button = dialog.getByRole('button', { name: 'Take down' })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(await readStates(desk.space, desk.listPictureIds())).toEqual(['published', 'published', 'published'])
})

test('while photographs are changed, the dialog says how many are done, and cannot be closed', async () => {
  const desk = await openDesk()
  const [held = ''] = desk.listPictureIds()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  desk.onRequest.mockImplementation(({ action, params }) =>
    action === 'unpublish' && params?.entryId === held ? released : undefined,
  )
  const screen = await desk.mount(<TestDialog action="takeDown" />)
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Take down' }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('2 of 3 …')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(dialog.getByRole('button', { name: /^Take down/ })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  release()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith('3 photographs are taken down.', false), 30_000)
  expect(onClose).toHaveBeenCalledOnce()
})

test('§10.41 a selection offers what can be done with it: what is archived is restored or deleted', async () => {
  const desk = await openDesk({
    prepare: async (space) => {
      await addDraft(space, 'new', { altText: 'A crew welds two pipes' })
      await archive(space, (await readListedIds(space)).slice(2, 3))
    },
  })
  const [draft = '', published = '', archived = ''] = desk.listPictureIds()
  const readActions = async (...ids: readonly string[]) => {
    const screen = await desk.mount(
      <SelectedPicturesActions actions={[]} entryIds={new Set(ids)} hasPublish onDone={onDone} />,
    )
    const buttons = screen.container.querySelectorAll('.selection-buttons button')
    const enabled = [...buttons].filter((button) => button.getAttribute('aria-disabled') !== 'true')
    const counts = [buttons.length, enabled.map(({ textContent }) => textContent)]
    await screen.unmount()
    return counts
  }
  expect(await readActions()).toEqual([3, []])
  expect(await readActions(draft)).toEqual([3, ['Publish …', 'Archive …']])
  expect(await readActions(published)).toEqual([3, ['Take down …', 'Archive …']])
  expect(await readActions(archived)).toEqual([5, ['Restore …', 'Delete …']])
  expect(await readActions(draft, archived, published)).toEqual([
    5,
    ['Publish …', 'Take down …', 'Archive …', 'Restore …', 'Delete …'],
  ])
})
