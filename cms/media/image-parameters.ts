import * as z from 'zod'
import { RestError } from '#cms/local/http/rest-error.ts'

const whole = (max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,4}$/)
    .transform(Number)
    .refine((value) => value >= 1 && value <= max)
    .optional()

/** What the Images API takes here (docs/contentful.md, Images API); everything else is refused by its name. */
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
  /** The radius of the corners (px), or an ellipse as large as the picture; 0 leaves them as they are. */
  r: z
    .union([
      z.literal('max'),
      z
        .string()
        .regex(/^[0-9]{1,4}$/)
        .transform(Number),
    ])
    .optional(),
  /** Of what is added: `#rrggbb`. */
  bg: z
    .string()
    .regex(/^rgb:[0-9a-f]{6}$/i)
    .transform((color) => color.toLowerCase().replace('rgb:', '#'))
    .optional(),
})

/** Which derivative of a picture. */
export type ImageParameters = z.output<typeof parameters>

/** The parameters of an address; `undefined` where it has none and means the file itself. */
export function parseImageParameters(query: unknown): ImageParameters | undefined {
  if (Object.keys(query ?? {}).length === 0) return undefined
  const { success, data, error } = parameters.safeParse(query)
  if (!success) throw new RestError('BadRequest', `The local Contentful does not know ${flaws(error, query)}`)
  if (data.fit && !(data.w && data.h))
    throw new RestError('BadRequest', `The image parameter fit=${data.fit} needs w and h`)
  const format = data.fl && FLAGGED[data.fl]
  if (format && data.fm !== format)
    throw new RestError('BadRequest', `The image parameter fl=${data.fl} needs fm=${format}`)
  return data
}

/** The format that a flag is of. */
const FLAGGED = { progressive: 'jpg', png8: 'png' } as const

function flaws({ issues }: z.ZodError, query: unknown): string {
  const values = new Map(Object.entries(query ?? {}))
  const names = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : issue.path.map(String)))
  return names.map((name) => `the image parameter ${name}=${values.get(name)}`).join(', ')
}
