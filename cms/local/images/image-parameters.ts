import * as z from 'zod'

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
    .enum([
      'center',
      'top',
      'right',
      'left',
      'bottom',
      'top_right',
      'top_left',
      'bottom_right',
      'bottom_left',
      'face',
      'faces',
    ])
    .optional(),
  fm: z.enum(['jpg', 'png', 'webp', 'avif', 'gif', 'tiff']).optional(),
  fl: z.enum(['progressive', 'png8']).optional(),
  q: whole(100),
  /** Corner radius in px; `max` makes the picture an ellipse, 0 changes nothing. */
  r: z
    .union([
      z.literal('max'),
      z
        .string()
        .regex(/^[0-9]{1,4}$/)
        .transform(Number),
    ])
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

/** An Images API request that cannot be fulfilled. The message names the parameters. */
export class ImageParameterError extends Error {
  override readonly name = 'ImageParameterError'
}

/** Parses the query of an image URL; `undefined` without parameters: the file itself. Throws `ImageParameterError`. */
export function parseImageParameters(query: unknown): ImageParameters | undefined {
  if (Object.keys(query ?? {}).length === 0) return undefined
  const { success, data, error } = parameters.safeParse(query)
  if (!success) throw new ImageParameterError(`The local Contentful does not know ${listInvalid(error, query)}`)
  if (data.fit && !(data.w && data.h))
    throw new ImageParameterError(`The image parameter fit=${data.fit} needs w and h`)
  const format = data.fl && FLAG_FORMATS[data.fl]
  if (format && data.fm !== format)
    throw new ImageParameterError(`The image parameter fl=${data.fl} needs fm=${format}`)
  return data
}

/** The format that each flag belongs to. */
const FLAG_FORMATS = { progressive: 'jpg', png8: 'png' } as const

function listInvalid({ issues }: z.ZodError, query: unknown): string {
  const values = new Map(Object.entries(query ?? {}))
  const names = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : issue.path.map(String)))
  return names.map((name) => `the image parameter ${name}=${values.get(name)}`).join(', ')
}
