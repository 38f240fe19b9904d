/** The rules for files in folders of pictures. */

/** Whether a file is hidden, or belongs to the operating system. */
export const isHiddenFile = (name: string) => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini'

/** Whether a file is one that cameras, phones and people save beside pictures. It is rejected only if it is selected itself. */
export const isSidecarFile = (name: string) =>
  /^~\$|\.(aae|xmp|thm|txt|md|pdf|docx?|xlsx?|numbers|pages|od[st]|zip)$/i.test(name)

/** Sorts 2 before 10, as file managers do. */
export const NATURAL_ORDER = new Intl.Collator('en', { numeric: true })
