import { hash } from 'node:crypto'
import { extractText, listWords } from '#local/shared/extract-text.ts'

/** A text that a search reads: the values of a field in one locale. */
export interface SearchedText {
  /** '' for assets. */
  readonly contentType: string
  /** For assets also `fileName`, or `uploadName` before the file is processed. */
  readonly field: string
  readonly locale: string
}

/** A search: each word is the beginning of a word in one of the texts. Words are those of `listWords`, each once. */
export interface TextSearch {
  readonly words: readonly string[]
  readonly texts: readonly SearchedText[]
}

/** The beginning of all words of a text in the index. SQLite ignores the case of what it stores, so it is a hash. */
const createPrefix = (environment: string, { contentType, field, locale }: SearchedText) =>
  hash('sha1', JSON.stringify([environment, contentType, field, locale])).slice(0, 16)

/** Lists the words of an entry or asset for the index. `json`: its content. */
export function listSearchWords(environment: string, contentType: string | null, json: string): string {
  const { fields }: { readonly fields: Readonly<Record<string, object>> } = JSON.parse(json)
  const words = Object.entries(fields).flatMap(([id, values]) =>
    Object.entries(values).flatMap(([locale, value]) => {
      const [field, text] = contentType === null && id === 'file' ? readFileName(value) : [id, extractText(value)]
      const prefix = createPrefix(environment, { contentType: contentType ?? '', field, locale })
      return [...new Set(listWords(text))].map((word) => prefix + word)
    }),
  )
  return words.join(' ')
}

function readFileName(file: unknown): readonly [field: string, text: string] {
  const { fileName, url } = Object(file)
  return [url === undefined ? 'uploadName' : 'fileName', extractText(fileName)]
}

/** Creates the full-text query of a search (sqlite.org/fts5.html#full_text_query_syntax). */
export const createSearchQuery = (environment: string, { words, texts }: TextSearch): string =>
  words
    .map((word) => `(${texts.map((text) => `"${createPrefix(environment, text)}${word}" *`).join(' OR ')})`)
    .join(' AND ')
