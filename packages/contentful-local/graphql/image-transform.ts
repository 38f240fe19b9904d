import type { ResolvedEntity } from './content-source.ts'
import { type LinkArguments, readInLocale } from './resolve-links.ts'
import type { FieldBehavior } from './schema-part.ts'

/** The type of the argument `transform` of `Asset.url`. */
export const IMAGE_TRANSFORM_TYPES = `
  input ImageTransformOptions {
    width: Dimension height: Dimension quality: Quality cornerRadius: Int
    resizeStrategy: ImageResizeStrategy resizeFocus: ImageResizeFocus backgroundColor: HexColor format: ImageFormat
  }
  enum ImageResizeStrategy { FIT PAD FILL SCALE CROP THUMB }
  enum ImageResizeFocus { CENTER TOP TOP_RIGHT RIGHT BOTTOM_RIGHT BOTTOM BOTTOM_LEFT LEFT TOP_LEFT FACE FACES }
  enum ImageFormat { JPG JPG_PROGRESSIVE PNG PNG8 WEBP AVIF }`

type ImageTransform = Readonly<Record<string, string | number | null>>

/** `Asset.url`. Only images have derivatives: the URL of another file ignores `transform`. */
export const imageUrlField: FieldBehavior = {
  resolve: (asset: ResolvedEntity, args: LinkArguments & { readonly transform?: ImageTransform | null }) => {
    const { url, contentType } = readInLocale(asset, args).fields
    const { transform } = args
    return transform && String(contentType).startsWith('image/') ? `${url}${printTransform(transform)}` : url
  },
}

/** Parameters of the Images API by option. */
const PARAMETERS = Object.entries({
  width: 'w',
  height: 'h',
  resizeStrategy: 'fit',
  resizeFocus: 'f',
  cornerRadius: 'r',
  quality: 'q',
  backgroundColor: 'bg',
  format: 'fm',
})

/** Parameters that are not the value of the option in lower case. */
const SPECIAL_PARAMETERS: Readonly<Record<string, string>> = {
  'fit=FIT': '', // the default of the Images API
  'r=-1': '&r=max',
  'fm=JPG_PROGRESSIVE': '&fm=jpg&fl=progressive',
  'fm=PNG8': '&fm=png&fl=png8',
}

/** Prints the query of a URL of the Images API. */
function printTransform(transform: ImageTransform): string {
  const printed = PARAMETERS.map(([option, parameter]) => {
    const value = transform[option]
    if (value == null) return ''
    return SPECIAL_PARAMETERS[`${parameter}=${value}`] ?? `&${parameter}=${String(value).toLowerCase()}`
  })
  return printed.join('').replace('&', '?')
}
