import type { SeedAsset } from './types.ts'

/** What is wrong with what the seed says of an asset; its file is another matter. */
export function assetProblems({ id: _, ...fields }: SeedAsset): readonly string[] {
  const unknown = Object.keys(fields).filter((name) => !['file', 'title'].includes(name))
  return [
    ...unknown.map((name) => `${name} is not a field of an asset; remove it, or spell it as file or title`),
    ...(isLine(fields.file) ? [] : ['file is missing or no text; write its name below the media folder']),
    ...(isLine(fields.title) ? [] : ['title is missing or no line of text; write 1 to 256 characters']),
  ]
}

/** contentful.md: a line of text has at most 256 characters. The JSON may hold anything, whatever its type says. */
const isLine = (value: unknown) => typeof value === 'string' && /^.{1,256}$/.test(value)
