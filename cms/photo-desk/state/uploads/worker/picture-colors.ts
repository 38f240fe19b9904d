import type { FileType } from '#cms/pictures/file-type.ts'
import type { PictureName } from '#cms/pictures/picture-rules.ts'
import type { DeclaredColors, IccProfile } from './read-declared-colors.ts'

/** The numbers of transfer functions and primaries are those of ITU-T H.273. */

/** PQ and HLG. */
const HDR_TRANSFERS: readonly (number | undefined)[] = [16, 18]

/** Profiles of HDR pictures that have no number. */
const HDR_PROFILE_NAME = /(?<![a-z])(?:PQ|HLG)(?![a-z])|(?:BT|Rec|ITUR)[._ -]*2100/i

/** Those that Chromium converts to sRGB with a difference that cannot be seen. */
const BROWSER_TRANSFERS: readonly number[] = [1, 2, 4, 5, 6, 7, 8, 13, 14, 15]
const BROWSER_PRIMARIES: readonly number[] = [1, 2, 5, 6, 7, 9, 12, 22]

/** The decoder for HEIC returns the values of the file. Programs show these transfer functions like that of sRGB. */
const HEIC_TRANSFERS: readonly number[] = [1, 2, 6, 13, 14, 15]
const HEIC_PRIMARIES: Readonly<Record<number, PredefinedColorSpace>> = { 1: 'srgb', 2: 'srgb', 12: 'display-p3' }

const PRIMARIES_NAMES: Readonly<Record<number, string>> = { 9: 'BT.2020', 11: 'DCI-P3' }

/** Returns why the colours of a file cannot be converted to sRGB. */
export function findColorProblem(colors: DeclaredColors, fileType: FileType, name: PictureName): string | undefined {
  const { code, profile, isDeep } = colors
  const format = name === 'logo' ? 'PNG' : 'JPEG'
  const isHdr = [code?.transfer, profile?.transfer].some((transfer) => HDR_TRANSFERS.includes(transfer))
  if (isHdr || HDR_PROFILE_NAME.test(profile?.name ?? ''))
    return `is an HDR picture: export it as ${format}, in standard dynamic range`
  if (fileType === 'heic' && isDeep && !code && !profile)
    return `does not say which colors it has, as HDR pictures of some cameras: export it as ${format}`
  if (fileType === 'heic' ? getHeicColorSpace(colors) : profile || isConvertedByBrowsers(code)) return undefined
  const colorName = profile?.name || PRIMARIES_NAMES[code?.primaries ?? 0]
  return `has ${colorName ? `the colors of ${colorName}` : 'colors of an unusual kind'}: export it as ${format}, in sRGB`
}

const isConvertedByBrowsers = (code: DeclaredColors['code']) =>
  !code || (BROWSER_PRIMARIES.includes(code.primaries) && BROWSER_TRANSFERS.includes(code.transfer))

/** Returns the colour space of the values in a HEIC file; `undefined` for one that a canvas does not have. */
export function getHeicColorSpace({ code, profile }: DeclaredColors): PredefinedColorSpace | undefined {
  if (profile) return getProfileColorSpace(profile)
  if (!code) return 'srgb'
  return HEIC_TRANSFERS.includes(code.transfer) ? HEIC_PRIMARIES[code.primaries] : undefined
}

/** Names of the profiles of sRGB and Display P3. Those of linear light begin like that of sRGB. */
const SRGB_NAME = /^sRGB(?!.*(?:linear|-g\d))/i
const DISPLAY_P3_NAMES: readonly string[] = [
  'Display P3',
  'Display P3 Gamut with sRGB Transfer',
  'DCI-P3 D65 Gamut with sRGB Transfer',
  'sP3C', // of programs that use libvips
]

function getProfileColorSpace({ name }: IccProfile): PredefinedColorSpace | undefined {
  if (DISPLAY_P3_NAMES.includes(name)) return 'display-p3'
  return SRGB_NAME.test(name) ? 'srgb' : undefined
}
