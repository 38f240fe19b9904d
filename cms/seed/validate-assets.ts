import type { SeedAsset } from './seed-types.ts'

/** What is wrong with what the seed says of an asset; its file is another matter. */
export function validateSeedAsset({ id: _, ...fields }: SeedAsset): readonly string[] {
  const unknown = Object.keys(fields).filter((name) => !FIELDS.includes(name))
  const { originalName = 'none' } = fields
  return [
    ...unknown.map(
      (name) => `${name} is not a field of an asset; remove it, or spell it as one of ${FIELDS.join(', ')}`,
    ),
    ...(isLine(fields.file) ? [] : ['file is missing or no text; write its name below the media folder']),
    ...(isLine(fields.title) ? [] : ['title is missing or no line of text; write 1 to 256 characters']),
    ...(isLine(originalName) ? [] : ['originalName is no text; write the name that the space shows, or remove it']),
  ]
}

const FIELDS = ['file', 'title', 'originalName']

/** docs/contentful.md: a line of text has at most 256 characters. The JSON may hold anything, whatever its type says. */
const isLine = (value: unknown) => typeof value === 'string' && /^.{1,256}$/.test(value)
