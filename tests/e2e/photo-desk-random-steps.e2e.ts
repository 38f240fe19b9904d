import { saveDraft } from '#tests/setup/content.ts'
import { readListedIds } from '#tests/setup/contentful/picture-space.ts'
import { createSeededRandom } from '#tests/setup/seeded-random.ts'
import {
  addFiles,
  createPhotoFiles,
  expect,
  getTexts,
  openTab,
  openTexts,
  readTextsByFile,
  test,
  transfer,
} from './photo-desk.ts'

test.use({ expectedProblems: /409/ }) // saves at the same time

test('§10 Photo desk: after ten random steps in the browser, every text is whole, at its photograph, once', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  const seed = String(Date.now())
  console.info(`Random steps with the seed ${seed}`)
  const random = createSeededRandom(seed)
  const pick = (count: number) => Math.floor(random() * count)
  /** The texts of the added photographs, by the names of their files. */
  const expected = new Map<string, string>()
  /** The texts of skipped files. */
  const skipped = new Map<string, string>()
  let pasted: readonly { readonly name: string; readonly before: string; readonly text: string }[] = []
  let words = 0
  const createWord = () => `w${++words}.`
  /** Shows one row: only those near the screen are mounted. */
  const search = (name: string) => desk.getByRole('searchbox').fill(name)
  const rows = desk.getByRole('row').filter({ has: page.getByRole('textbox', { name: 'Alternative text' }) })

  /** Picks the text of an added photograph. Returns its place in the table, and the names from there on. */
  const pickText = async () => {
    const names = await rows.getByRole('rowheader').locator('[title]').allInnerTexts()
    const places = names.flatMap((name, place) => (expected.has(name) ? place : []))
    const place = places[pick(places.length)] ?? -1
    return { place, names: place < 0 ? [] : names.slice(place) }
  }
  const typeInto = async (place: number, word: string) => {
    await getTexts(desk).nth(place).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(word)
  }
  const steps = [
    async function add() {
      const files = await createPhotoFiles(createWord(), createWord())
      await openTab(desk, 'Add')
      await addFiles(desk, ...files)
      for (const { name } of files) expected.set(name, '')
      await openTexts(desk)
    },
    async function type() {
      const { place, names } = await pickText()
      const [name] = names
      if (name === undefined) return
      const word = createWord()
      await typeInto(place, word)
      expected.set(name, `${expected.get(name)}${word}`)
    },
    async function paste() {
      const { place, names } = await pickText()
      pasted = names.slice(0, 3).map((name) => ({ name, before: expected.get(name) ?? '', text: createWord() }))
      if (pasted.length === 0) return
      const cells = pasted.map(({ text }) => text)
      await transfer(getTexts(desk).nth(place), 'paste', {
        text: cells.length > 1 ? cells.join('\n') : `${cells[0]}\n\n`,
      })
      for (const { name, text } of pasted) expected.set(name, text)
    },
    async function undo() {
      const button = desk.getByRole('button', { name: 'Undo' })
      if (!(await button.isVisible())) return
      await button.click()
      for (const { name, before, text } of pasted) if (expected.get(name) === text) expected.set(name, before)
    },
    async function skip() {
      const [original] = expected.keys()
      if (original === undefined) return
      const [file] = await createPhotoFiles(original.replace('.jpg', ''))
      if (!file) return
      const name = `copy-${createWord()}jpg`
      const word = createWord()
      await openTab(desk, 'Add')
      await addFiles(desk, { ...file, name })
      await openTexts(desk)
      await search(name)
      await desk.getByRole('row', { name }).getByRole('textbox', { name: 'Alternative text' }).click()
      await page.keyboard.type(word)
      await openTab(desk, 'Add')
      await desk.getByRole('button', { name: `Skip: ${name}` }).click({ timeout: 45_000 })
      skipped.set(name, word)
      await openTexts(desk)
    },
    async function filter() {
      await desk.getByRole('button', { name: ['All (', 'Missing texts (', 'Not published ('][pick(3)] ?? '' }).click()
    },
    async function saveAsOther() {
      const ids = await readListedIds(space)
      const id = ids[pick(ids.length)] ?? ''
      await expect(() => saveDraft(space, id, 'caption', createWord())).toPass() // again if the desk saves meanwhile
    },
    async function reload() {
      await page.reload()
      await openTexts(desk)
      pasted = []
    },
  ]

  await openDesk()
  for (let index = 0; index < 10; index += 1) {
    const step = steps[index === 0 ? 0 : pick(steps.length)]
    if (step) await test.step(step.name, step)
  }
  for (const [name, word] of skipped) {
    await search(name)
    await expect(desk.getByRole('row', { name })).toContainText(`Alternative text: ${word}`)
  }
  await expect
    .poll(
      async () => {
        const saved = await readTextsByFile(space)
        return [...expected.keys()].map((name) => saved.get(name) ?? '')
      },
      { timeout: 45_000 },
    )
    .toEqual([...expected.values()])
})
