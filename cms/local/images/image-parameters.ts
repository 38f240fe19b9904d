import * as z from 'zod'
import { RestError } from '#local/http/rest-error.ts'

const whole = (max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,4}$/)
    .transform(Number)
    .refine((value) => value >= 1 && value <= max)
    .optional()

/** The supported parameters of the Images API (docs/contentful.md, Images API). */
const parameters = z.strictObject({
  w: whole(4_000),
  h: whole(4_000),
  fit: z.enum(['pad', 'fill', 'scale', 'crop', 'thumb']).optional(),
  f: z
    .string()
    .regex(/^(center|face|faces|left|right|(top|bottom)(_(left|right))?)$/)
    .optional(),
  fm: z.enum(['jpg', 'png', 'webp', 'avif', 'gif', 'tiff']).optional(),
  fl: z.enum(['progressive', 'png8']).optional(),
  q: whole(100),
  /** Corner radius in px; `max` makes the picture an ellipse, 0 changes nothing. */
  r: z
    .string()
    .regex(/^(max|[0-9]{1,4})$/)
    .transform((radius) => (radius === 'max' ? radius : Number(radius)))
    .optional(),
  /** Color of the padding, converted to `#rrggbb`. */
  bg: z
    .string()
    .regex(/^rgb:[0-9a-f]{6}$/i)
    .transform((color) => color.toLowerCase().replace('rgb:', '#'))
    .optional(),
})

/** Parameters of an Images API request: which derivative of a picture. */
export type ImageParameters = z.output<typeof parameters>

/** The format that each flag belongs to. */
const FLAG_FORMATS = { progressive: 'jpg', png8: 'png' } as const

/**
 * Parses the query of an image URL; `undefined` without parameters: the file itself. Throws `BadRequest` with the names of
 * the invalid parameters.
 */
export function parseImageParameters(query: unknown): ImageParameters | undefined {
  const values = new Map(Object.entries(query ?? {}))
  if (values.size === 0) return undefined
  const { success, data, error } = parameters.safeParse(query)
  if (!success) {
    const names = error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : issue.path.map(String),
    )
    const invalid = names.map((name) => `the image parameter ${name}=${values.get(name)}`).join(', ')
    throw new RestError('BadRequest', `The local Contentful does not know ${invalid}`)
  }
  if (data.fit && !(data.w && data.h))
    throw new RestError('BadRequest', `The image parameter fit=${data.fit} needs w and h`)
  const format = data.fl && FLAG_FORMATS[data.fl]
  if (format && data.fm !== format)
    throw new RestError('BadRequest', `The image parameter fl=${data.fl} needs fm=${format}`)
  return data
}
