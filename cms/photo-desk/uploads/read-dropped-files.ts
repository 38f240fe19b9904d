import { isHiddenFile, isSidecarFile, NATURAL_ORDER } from '#cms/pictures/folder-files.ts'

/** A file, and whether it is in a folder that the editor has selected. */
interface FoundFile {
  readonly file: File
  readonly isInFolder: boolean
}

/** What the editor has dropped, pasted or selected. */
export interface SelectedFiles {
  readonly pictures: readonly File[]
  /** CSV files with texts. */
  readonly texts: readonly File[]
  /** Names of files and folders that the browser cannot open. */
  readonly unreadable: readonly string[]
}

/**
 * Reads dropped files and folders, in natural order. Call it in the handler of the event: the browser forgets the files
 * afterwards.
 */
export async function readDroppedFiles(items: DataTransferItemList): Promise<SelectedFiles> {
  const entries = Array.from(items, (item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
  const files = Array.from(items, (item) => (item.kind === 'file' ? item.getAsFile() : null))
  const unreadable: string[] = []
  const onUnreadable = (name: string) => unreadable.push(name)
  const found = await Promise.all(
    entries.map(async (entry, index): Promise<readonly FoundFile[]> => {
      const file = files[index]
      // Pasted files have no entry.
      if (!entry?.isDirectory) return file ? [{ file, isInFolder: false }] : []
      return (await readEntry(entry, onUnreadable)).map((inside) => ({ file: inside, isInFolder: true }))
    }),
  )
  return { ...selectFiles(found.flat()), unreadable }
}

/** Sorts the files of a file dialog, which are in any order. */
export function readFileList(files: FileList): SelectedFiles {
  const sorted = Array.from(files).toSorted((a, b) => NATURAL_ORDER.compare(getPath(a), getPath(b)))
  const found = sorted.map((file) => ({ file, isInFolder: file.webkitRelativePath !== '' }))
  return { ...selectFiles(found), unreadable: [] }
}

const getPath = ({ webkitRelativePath, name }: File) => webkitRelativePath || name

/** Leaves out what cameras and operating systems save beside pictures. */
function selectFiles(found: readonly FoundFile[]): Pick<SelectedFiles, 'pictures' | 'texts'> {
  const files = found
    .filter(
      ({ file: { name }, isInFolder }) => !isHiddenFile(name) && !(isInFolder ? isSidecarFile : isCameraFile)(name),
    )
    .map(({ file }) => file)
  return {
    pictures: files.filter(({ name }) => !isTextsFile(name)),
    texts: files.filter(({ name }) => isTextsFile(name)),
  }
}

/** Editors select all files of a camera’s card, and with them those that only programs read. */
const isCameraFile = (name: string) => /\.(aae|xmp|thm)$/i.test(name)

/** Whether the name is that of a CSV file. */
export const isTextsFile = (name: string) => /\.(csv|tsv)$/i.test(name)

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolderEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Calls `onUnreadable` with the name of a file or folder that is deleted meanwhile or not allowed to be read. */
async function readEntry(entry: FileSystemEntry, onUnreadable: (name: string) => void): Promise<readonly File[]> {
  if (isHiddenFile(entry.name)) return []
  try {
    if (isFileEntry(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))]
    if (!isFolderEntry(entry)) return []
    const entries = await readAllEntries(entry.createReader())
    const sorted = entries.toSorted((a, b) => NATURAL_ORDER.compare(a.name, b.name))
    return (await Promise.all(sorted.map((inside) => readEntry(inside, onUnreadable)))).flat()
  } catch {
    onUnreadable(entry.name)
    return []
  }
}

/** A reader returns the entries of a folder in parts, and none at the end. */
async function readAllEntries(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  const entries: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return entries
    entries.push(...part)
  }
}
