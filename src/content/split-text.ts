/** Returns the paragraphs of a text, which empty lines separate. */
export const splitParagraphs = (text: string): readonly string[] =>
  text.split(/\n\s*\n/).map((paragraph) => paragraph.trim())

export const splitLines = (text: string): readonly string[] => text.split('\n').map((line) => line.trim())
