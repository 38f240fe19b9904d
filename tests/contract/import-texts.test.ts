import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { masterCreators } from '#cms/sync/import/picture-masters.ts'
import { createImportSpace, readImportedPhotos } from './import-space.ts'
import { createPhoto } from './test-pictures.ts'

/** Creates a space with one photo and its CSV file. */
async function createSpaceWithTexts(csv: string | Buffer) {
  const space = await createImportSpace()
  await space.writeFile('a.jpg', await createPhoto('a'))
  await space.writeFile('texts.csv', csv)
  return space
}

test.each([
  [
    'an unknown column',
    'file,alt,titel\na.jpg,A photograph,x\n',
    'line 1: there is no column "titel"; the first line must contain the columns: file, alt, caption, focalPoint',
  ],
  ['a missing column "file"', 'alt\nA photograph\n', 'line 1: the column "file" is missing'],
  [
    'an unknown file',
    'file,alt\nb.jpg,A photograph\n',
    'line 2: "b.jpg" is not among the pictures; correct the name, or remove the line',
  ],
  ['a duplicate file', 'file,alt\na.jpg,A photograph\n\na.jpg,Another text\n', 'line 4: "a.jpg" already has a line: '],
  ['a text that is too short', 'file,alt\na.jpg,Oh\n', 'line 2: alt has 2 characters; write 5 to 160'],
  [
    'an invalid focal point',
    'file,alt,focalPoint\na.jpg,A photograph,left\n',
    'line 2: focalPoint is "left"; Two percentages with a space between, as in 30% 70%',
  ],
  ['a line break', 'file,alt\na.jpg,"A photo\ngraph"\n', 'line 2: alt is "A photo\\ngraph"; write it on one line'],
  ['an unclosed quotation mark', 'file,alt\na.jpg,"A photograph\n', 'line 2: a quotation mark is not closed'],
  ['too many cells', 'file,alt\na.jpg,A photograph, and more\n', 'line 2: more cells than headings'],
])('reports %s with its line, and writes nothing', async (_, csv, message) => {
  await using space = await createSpaceWithTexts(csv)
  await expect(space.importPictures()).rejects.toMatchObject({
    name: 'UserError',
    lines: [expect.stringContaining(`texts.csv, ${message}`)],
  })
  expect(await readImportedPhotos(space, { preview: true })).toEqual([])
})

test('reports problems of all kinds at once, in the order of their lines', async () => {
  await using space = await createSpaceWithTexts(
    Buffer.from(
      [
        'file,alt,titel,Caption,caption',
        'b.jpg,A photograph',
        'a.jpg,Oh,,Gr\xfc\xdfe',
        'a.jpg,Another text',
        ',A photograph without a file',
        `a.jpg,${'x'.repeat(161)}`,
        'c.jpg,"A photograph" of a weld',
        'd.jpg,A photograph,,,,and more',
        'e.jpg,"A photograph',
      ].join('\n'),
      'latin1',
    ),
  )
  using createMaster = vi.spyOn(masterCreators, 'photograph')
  const result = space.importPictures()
  const file = `${space.pictureFolder}/texts.csv`
  const columns = 'the first line must contain the columns: file, alt, caption, focalPoint'
  await expect(result).rejects.toMatchObject({
    lines: [
      `${file} is not UTF-8: save it as “CSV UTF-8”`,
      `${file}, line 1: there is no column "titel"; ${columns}`,
      `${file}, line 1: the column "caption" is repeated`,
      `${file}, line 2: "b.jpg" is not among the pictures; correct the name, or remove the line`,
      `${file}, line 3: alt has 2 characters; write 5 to 160`,
      `${file}, line 4: "a.jpg" already has a line: ${file}, line 3`,
      `${file}, line 5: has no file name`,
      `${file}, line 6: "a.jpg" already has a line: ${file}, line 3; alt has 161 characters; write 5 to 160`,
      `${file}, line 7: there is text after a closing quotation mark`,
      expect.stringContaining(`${file}, line 8: more cells than headings; put a text that contains a comma`),
      `${file}, line 8: "d.jpg" is not among the pictures; correct the name, or remove the line`,
      `${file}, line 9: a quotation mark is not closed`,
    ],
  })
  expect(createMaster).not.toHaveBeenCalled()
})

test('reports the problems of several CSV files at once', async () => {
  await using space = await createSpaceWithTexts('file,alt\na.jpg,Oh\n')
  for (const folder of ['two', 'three']) {
    await mkdir(`${space.pictureFolder}/${folder}`)
    await space.writeFile(`${folder}/${folder}.jpg`, await createPhoto(folder))
    await space.writeFile(`${folder}/texts.csv`, `file;titel\n${folder}.jpg;A photograph\n`)
  }
  await space.writeFile('three/copy.csv', 'file,alt\n')
  await expect(space.importPictures()).rejects.toMatchObject({
    lines: [
      expect.stringMatching(/three contains several CSV files \(copy\.csv, texts\.csv\): choose one with --texts$/),
      expect.stringMatching(/\/texts\.csv, line 2: alt has 2 characters/),
      expect.stringMatching(/\/two\/texts\.csv, line 1: there is no column "titel"/),
    ],
  })
})

test.each([
  ['a broken first line', 'file,"alt" x\na.jpg,Oh\n', ['line 1: there is text after a closing quotation mark']],
  ['a broken only line', 'file,"alt', ['line 1: a quotation mark is not closed']],
  [
    'no known column',
    'name|text\na.jpg|Text, with a comma\n',
    ['line 1: there is no column "name|text"', 'line 1: the column "file" is missing'],
  ],
  ['an empty file', '', ['line 1: the column "file" is missing']],
])('reports nothing about the rows after %s', async (_, csv, problems) => {
  await using space = await createSpaceWithTexts(csv)
  await expect(space.importPictures()).rejects.toMatchObject({
    lines: problems.map((problem) => expect.stringContaining(`texts.csv, ${problem}`)),
  })
})

test('reports a file of --texts that is missing or no text', async () => {
  await using space = await createSpaceWithTexts('file,alt\na.jpg,A photograph\n')
  await expect(space.importPictures({ textsFile: 'nowhere.csv' })).rejects.toMatchObject({
    lines: ['nowhere.csv cannot be read: correct the path'],
  })
  const textsFile = `${space.pictureFolder}/texts.csv`
  await space.writeFile('texts.csv', Buffer.from('\ufefffile,alt\na.jpg,Ü\n', 'utf16le'))
  await expect(space.importPictures({ textsFile })).rejects.toMatchObject({
    lines: [`${textsFile} is not UTF-8: save it as “CSV UTF-8”`],
  })
})

test('reports all issues at once', async () => {
  await using space = await createSpaceWithTexts('file,alt\na.jpg,Oh\nb.jpg,A photograph\n')
  await expect(space.importPictures()).rejects.toMatchObject({ lines: [expect.any(String), expect.any(String)] })
})

test('ignores case and spaces in headings, and empty columns and rows', async () => {
  await using space = await createSpaceWithTexts(
    '\ufeffFile;Alt;Focal Point;;\r\na.jpg;A photograph;30% 70%;;\r\n;;;;\r\n',
  )
  await space.importPictures()
  expect(await readImportedPhotos(space)).toMatchObject([{ altText: 'A photograph', focalPoint: '30% 70%' }])
})

test('rejects a file that is not UTF-8', async () => {
  await using space = await createSpaceWithTexts(Buffer.from('file,alt\na.jpg,Gr\xfcne Wiese\n', 'latin1'))
  await expect(space.importPictures()).rejects.toThrow('texts.csv is not UTF-8: save it as “CSV UTF-8”')
})

test('rejects two CSV files in the folder unless textsFile selects one', async () => {
  await using space = await createSpaceWithTexts('file,alt\na.jpg,The first text\n')
  await space.writeFile('other.csv', 'file,alt\na.jpg,The other text\n')
  await expect(space.importPictures()).rejects.toThrow('contains several CSV files')
  await space.importPictures({ textsFile: `${space.pictureFolder}/other.csv` })
  expect(await readImportedPhotos(space)).toMatchObject([{ altText: 'The other text' }])
})

test('ignores lines for pictures of the folder that are not imported', async () => {
  await using space = await createSpaceWithTexts('file,alt\na.jpg,The first text\nb.jpg,The other text\n')
  await space.writeFile('b.jpg', await createPhoto('b'))
  await space.importPictures({ paths: [`${space.pictureFolder}/a.jpg`] })
  expect(await readImportedPhotos(space)).toMatchObject([{ altText: 'The first text' }])
})

test('without a text and without a terminal, reports each picture and writes nothing', async () => {
  await using space = await createSpaceWithTexts('file,alt\na.jpg,The first text\n')
  await space.writeFile('b.jpg', await createPhoto('b'))
  await space.writeFile('c.jpg', await createPhoto('c'))
  await expect(space.importPictures()).rejects.toMatchObject({
    lines: ['b.jpg has no alt', 'c.jpg has no alt', expect.stringContaining('begins file,alt,caption,focalPoint')],
  })
  expect(await readImportedPhotos(space, { preview: true })).toEqual([])
})

test('without a terminal, reports pictures that cannot be added together with missing texts', async () => {
  await using space = await createSpaceWithTexts('file,alt\n')
  await space.writeFile('b.jpg', 'not a picture')
  await expect(space.importPictures()).rejects.toMatchObject({
    lines: [
      'b.jpg cannot be read as a picture: export it again, as JPEG',
      'a.jpg has no alt',
      expect.stringContaining('There is no terminal to enter them'),
    ],
  })
})

test('at a terminal, asks for no text of a picture that cannot be added, and names it before the first question', async () => {
  await using space = await createSpaceWithTexts('file,alt\n')
  await space.writeFile(
    'a-small.jpg',
    await sharp(await createPhoto('small'))
      .resize(900)
      .jpeg()
      .toBuffer(),
  )
  await space.writeFile('a-text.jpg', 'not a picture')
  await space.writeFile('a-film.MOV', 'a film')
  await space.writeFile('b.jpg', await createPhoto('b'))
  await space.writeFile('c.jpg', await createPhoto('a'))
  const questions: string[] = []
  const ask = async (question: string) => {
    questions.push(question)
    return `What is seen in ${questions.length}`
  }
  const { pictures } = await space.importPictures({ ask })
  expect(questions).toEqual([
    expect.stringMatching(
      /^Not added:\na-film\.MOV is a film, not a photograph: leave it out\na-small\.jpg is 900 px wide .+\na-text\.jpg cannot be read as a picture: .+\n\na\.jpg \(1500 × 300 px\)\nalt: /,
    ),
    expect.stringMatching(/^b\.jpg \(1500 × 300 px\)\nalt: /),
  ])
  expect(pictures.map(({ file, became }) => `${file} ${became}`)).toEqual([
    'a-film.MOV unfit',
    'a-small.jpg unfit',
    'a-text.jpg unfit',
    'a.jpg published',
    'b.jpg published',
    'c.jpg duplicate',
  ])
})

test('at a terminal, asks for texts, repeats after an invalid answer, and skips pictures without an answer', async () => {
  await using space = await createSpaceWithTexts('file,alt,caption\na.jpg,,Only a caption\n')
  await space.writeFile('b.jpg', await createPhoto('b'))
  const questions: string[] = []
  const answers = ['Oh', ' What is seen on it ', '']
  const ask = async (question: string) => {
    questions.push(question)
    return answers.shift() ?? ''
  }
  const { pictures } = await space.importPictures({ ask })
  expect(questions[0]).toMatch(/^a\.jpg \(1500 × 300 px\)\nalt: /)
  expect(questions[1]).toMatch(/^alt has 2 characters; write 5 to 160\na\.jpg /)
  expect(questions[2]).toMatch(/^b\.jpg /)
  expect(pictures).toMatchObject([
    { became: 'published' },
    { became: 'left out', reason: 'no text was entered for it' },
  ])
  expect(await readImportedPhotos(space)).toMatchObject([{ altText: 'What is seen on it', caption: 'Only a caption' }])
})
