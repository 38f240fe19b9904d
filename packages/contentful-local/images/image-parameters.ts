import * as z from 'zod'
import { RestError } from '#local/engine/rest-error.ts'

const matching = (pattern: RegExp) => z.string().regex(pattern)
const digits = matching(/^[0-9]{1,4}$/).transform(Number)
const whole = (max: number) => digits.pipe(z.number().min(1).max(max)).optional()

/** The supported parameters of the Images API (docs/contentful.md, Images API). */
const parameters = z.strictObject({
  w: whole(4_000),
  h: whole(4_000),
  fit: z.enum(['pad', 'fill', 'scale', 'crop', 'thumb']).optional(),
  f: matching(/^(center|face|faces|left|right|(top|bottom)(_(left|right))?)$/).optional(),
  fm: z.enum(['jpg', 'png', 'webp', 'avif', 'gif', 'tiff']).optional(),
  fl: z.enum(['progressive', 'png8']).optional(),
  q: whole(100),
  /** Corner radius in px; `max` makes the picture an ellipse, 0 changes nothing. */
  r: z.union([z.literal('max'), digits]).optional(),
  /** Color of the padding, converted to `#rrggbb`. */
  bg: matching(/^rgb:[0-9a-f]{6}$/i)
    .toLowerCase()
    .transform((color) => color.replace('rgb:', '#'))
    .optional(),
})

/** Parameters of an Images API request: which derivative of a picture. */
export type ImageParameters = z.output<typeof parameters>

/** The format that each flag belongs to. */
const FLAG_FORMATS = { progressive: 'jpg', png8: 'png' } as const

/** Parses the query of an image URL; `undefined` if it is empty: the file itself. Throws `BadRequest` with the invalid names. */
export function parseImageParameters(query: unknown): ImageParameters | undefined {
  const values = new Map(Object.entries(query ?? {}))
  if (values.size === 0) return undefined
  const { success, data, error } = parameters.safeParse(query)
  if (!success) {
    const names = error.issues.flatMap((issue) => ('keys' in issue ? issue.keys : issue.path.map(String)))
    const invalid = names.map((name) => `the image parameter ${name}=${values.get(name)}`).join(', ')
    throw new RestError('BadRequest', `The local Contentful does not know ${invalid}`)
  }
  const { fl, fm } = data
  if (fl && fm !== FLAG_FORMATS[fl])
    throw new RestError('BadRequest', `The image parameter fl=${fl} needs fm=${FLAG_FORMATS[fl]}`)
  return data
}
