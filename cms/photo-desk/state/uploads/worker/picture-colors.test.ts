import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findColorProblem, getHeicColorSpace, readDeclaredColors } from './picture-colors.ts'

const FOLDER = 'tests/setup/photo-desk'
const phonePhoto = readFileSync(`${FOLDER}/phone-photo.heic`)

/** Returns the phone's HEIC file with other numbers (ITU-T H.273) in place of its profile. */
function createHeic(primaries: number, transfer: number): Buffer {
  const file = Buffer.from(phonePhoto)
  const box = file.indexOf('colr')
  file.write('nclx', box + 4)
  file.writeUInt16BE(primaries, box + 8)
  file.writeUInt16BE(transfer, box + 10)
  return file
}

const findHeicProblem = (file: Uint8Array) => findColorProblem(readDeclaredColors(file, 'heic'), 'heic', 'photograph')

test('takes the profile of a phone for Display P3', () => {
  expect(getHeicColorSpace(readDeclaredColors(phonePhoto, 'heic'))).toBe('display-p3')
  expect(findHeicProblem(phonePhoto)).toBeUndefined()
})

const numbers = Array.from({ length: 256 }, (_, number) => number)

test('§10.20 HEIC: each transfer function and all primaries are converted or refused', () => {
  const isAccepted = (file: Buffer) => findHeicProblem(file) === undefined
  expect(numbers.filter((transfer) => isAccepted(createHeic(1, transfer)))).toEqual([1, 2, 6, 13, 14, 15])
  expect(numbers.filter((primaries) => isAccepted(createHeic(primaries, 13)))).toEqual([1, 2, 12])
  expect(getHeicColorSpace(readDeclaredColors(createHeic(12, 13), 'heic'))).toBe('display-p3')
})

const HDR = 'is an HDR picture: export it as JPEG, in standard dynamic range'

test.each([
  ['PQ', createHeic(9, 16), HDR],
  ['HLG', createHeic(1, 18), HDR],
  ['BT.2020', createHeic(9, 14), 'has the colors of BT.2020: export it as JPEG, in sRGB'],
  ['unknown colors', createHeic(22, 13), 'has colors of an unusual kind: export it as JPEG, in sRGB'],
  ['10 bits and no colors', readFileSync(`${FOLDER}/deep-colors.heic`), /^does not say which colors it has/],
])('§10.20 refuses HEIC with %s', (_, file, problem) => {
  expect(findHeicProblem(file)).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem))
})

const avif = readFileSync(`${FOLDER}/hdr.avif`)

/** Returns the HDR picture with other numbers. */
function createAvif(primaries: number, transfer: number): Buffer {
  const file = Buffer.from(avif)
  Buffer.from([0, primaries, 0, transfer]).copy(file, file.indexOf('nclx') + 4)
  return file
}

test('§10.20 AVIF: each transfer function and all primaries are converted or refused', () => {
  const findProblem = (primaries: number, transfer: number) =>
    findColorProblem(readDeclaredColors(createAvif(primaries, transfer), 'avif'), 'avif', 'logo')
  const isAccepted = (...code: [number, number]) => findProblem(...code) === undefined
  expect(numbers.filter((number) => isAccepted(1, number))).toEqual([1, 2, 4, 5, 6, 7, 8, 13, 14, 15])
  expect(numbers.filter((number) => isAccepted(number, 13))).toEqual([1, 2, 5, 6, 7, 9, 12, 22])
  expect(numbers.filter((number) => findProblem(1, number)?.includes('HDR'))).toEqual([16, 18])
  expect(findProblem(11, 13)).toBe('has the colors of DCI-P3: export it as PNG, in sRGB')
})

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d494844520000000900000009080200000000000000', 'hex')

test.each([
  [9, 16, HDR],
  [9, 18, HDR],
  [9, 13, undefined],
  [6, 1, undefined],
  [10, 13, 'has colors of an unusual kind: export it as JPEG, in sRGB'],
  [1, 11, 'has colors of an unusual kind: export it as JPEG, in sRGB'],
])('AVIF and PNG with primaries %i and transfer function %i: %s', (primaries, transfer, problem) => {
  const avifColors = readDeclaredColors(createAvif(primaries, transfer), 'avif')
  expect(findColorProblem(avifColors, 'avif', 'photograph')).toBe(problem)
  const chunk = Buffer.from([0, 0, 0, 4, ...Buffer.from('cICP'), primaries, transfer, 0, 1, 0, 0, 0, 0])
  const pngColors = readDeclaredColors(Buffer.concat([PNG_START, chunk]), 'png')
  expect(findColorProblem(pngColors, 'png', 'photograph')).toBe(problem)
})

/** Creates a profile with these tags. */
function createProfile(tags: Readonly<Record<string, readonly number[]>>): Buffer {
  const header = Buffer.alloc(132 + 12 * Object.keys(tags).length)
  header.writeUInt32BE(Object.keys(tags).length, 128)
  const contents = Object.values(tags).map((content) => Buffer.from(content))
  for (const [index, name] of Object.keys(tags).entries()) {
    const offset = header.length + contents.slice(0, index).reduce((sum, { length }) => sum + length, 0)
    header.write(name, 132 + 12 * index)
    header.writeUInt32BE(offset, 136 + 12 * index)
    header.writeUInt32BE(contents[index]?.length ?? 0, 140 + 12 * index)
  }
  return Buffer.concat([header, ...contents])
}

const ascii = (text: string) => [...Buffer.from(text, 'latin1')]
const describe = (name: string) => [...ascii(`desc\0\0\0\0\0\0\0${String.fromCharCode(name.length + 1)}${name}\0`)]
const cicp = (transfer: number) => [...ascii('cicp\0\0\0\0'), 9, transfer, 0, 1]

/** Returns the phone's HEIC file with another profile, at most as long as its own. */
function replaceProfile(profile: Buffer): Buffer {
  const file = Buffer.from(phonePhoto)
  profile.copy(file, file.indexOf('colr') + 8)
  return file
}

const createJpeg = (profile: Buffer) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe2, (profile.length + 16) >> 8, (profile.length + 16) & 0xff]),
    Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'),
    profile,
    Buffer.from([0xff, 0xda, 0, 2]),
  ])

test.each([
  ['sRGB', 'srgb'],
  ['sRGB IEC61966-2.1', 'srgb'],
  ['Display P3', 'display-p3'],
  ['Display P3 Gamut with sRGB Transfer', 'display-p3'],
  ['DCI-P3 D65 Gamut with sRGB Transfer', 'display-p3'],
  ['sP3C', 'display-p3'],
  ['srgb built-in', 'srgb'],
  ['Adobe RGB (1998)', undefined],
  ['sRGB-elle-V2-g10.icc', undefined],
  ['sRGB, linear', undefined],
  ['Linear sRGB', undefined],
])('takes HEIC with the profile %s for %s', (name, colorSpace) => {
  const file = replaceProfile(createProfile({ desc: describe(name) }))
  expect(getHeicColorSpace(readDeclaredColors(file, 'heic'))).toBe(colorSpace)
})

test('a profile: browsers convert all but HDR, and HEIC of unknown colors is refused by their name', () => {
  const adobe = createProfile({ desc: describe('Adobe RGB (1998)') })
  const findJpegProblem = (profile: Buffer) =>
    findColorProblem(readDeclaredColors(createJpeg(profile), 'jpeg'), 'jpeg', 'photograph')
  expect(findJpegProblem(adobe)).toBeUndefined()
  expect(findHeicProblem(replaceProfile(adobe))).toBe('has the colors of Adobe RGB (1998): export it as JPEG, in sRGB')
  expect(findJpegProblem(createProfile({ cicp: cicp(16) }))).toBe(HDR)
  for (const name of ['Rec2100 HLG', 'ITUR_2100_PQ_FULL', 'Rec. ITU-R BT.2100'])
    expect(findJpegProblem(createProfile({ desc: describe(name) }))).toBe(HDR)
  expect(findJpegProblem(createProfile({ desc: describe('EPSON XP-2100') }))).toBeUndefined()
  expect(findHeicProblem(replaceProfile(createProfile({ cicp: cicp(18) })))).toBe(HDR)
})

test('reads the profile of WebP and JPEG, and ignores damaged files', () => {
  const start = phonePhoto.indexOf('colr') + 8
  const profile = phonePhoto.subarray(start, start + 480)
  const webp = Buffer.concat([Buffer.from('RIFF....WEBPICCP\xe0\x01\0\0', 'latin1'), profile])
  for (const [type, file] of [
    ['webp', webp],
    ['jpeg', createJpeg(profile)],
  ] as const)
    expect(getHeicColorSpace(readDeclaredColors(file, type))).toBe('display-p3')
  for (const length of [20, 200, 400, 600])
    expect(() => readDeclaredColors(phonePhoto.subarray(0, length), 'heic')).not.toThrow()
})
