import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useEffectEvent, useState } from 'react'
import { type PictureWorkspace, useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { useViewNavigation } from '#cms/photo-desk/space/view-navigation.ts'
import { isHiddenFile, isSidecarFile, NATURAL_ORDER } from '#cms/pictures/folder-files.ts'
import './uploads.css'

const TextsFileDialog = lazy(async () => ({
  default: (await import('#cms/photo-desk/texts/texts-file-dialog.tsx')).TextsFileDialog,
}))

const TakeFilesContext = createContext<(files: SelectedFiles) => void>(() => {})

/** Returns the function that adds selected files. */
export const useTakeFiles = () => use(TakeFilesContext)

/**
 * Takes files that are dropped or pasted anywhere in the desk: pictures are added and shown in the view that adds, a CSV
 * file opens the dialog of texts. An open dialog stays open.
 */
export function FileIntake({ children }: { readonly children: ReactNode }) {
  const workspace = useWorkspace()
  const { openView } = useViewNavigation()
  const [textsFiles, setTextsFiles] = useState<readonly File[]>([])
  const [textsFile] = textsFiles

  const takeFiles = (files: SelectedFiles) => {
    const isDialogOpen = document.querySelector('[role="dialog"]') !== null
    workspace.uploads.addFiles(files.pictures)
    setTextsFiles((waiting) => [...waiting, ...files.texts])
    if (files.pictures.length > 0 && !isDialogOpen) openView('add')
    notify(workspace, files, isDialogOpen)
  }
  const isDragging = useFileEvents(takeFiles)
  return (
    <TakeFilesContext value={takeFiles}>
      {children}
      {isDragging && <p className="upload-overlay">Drop the files to add them</p>}
      <Suspense>
        {textsFile && (
          <TextsFileDialog
            key={textsFiles.length}
            file={textsFile}
            onClose={() => setTextsFiles((waiting) => waiting.slice(1))}
          />
        )}
      </Suspense>
    </TakeFilesContext>
  )
}

/** Says what the editor cannot see: files that are not added, and those that are added behind a dialog. */
function notify({ sdk, pictureType: { name } }: PictureWorkspace, files: SelectedFiles, isDialogOpen: boolean): void {
  const { pictures, texts, unreadable } = files
  if (unreadable.length > 0)
    sdk.notifier.warning(
      `The browser cannot open ${unreadable.join(', ')}. Check that you are allowed to read it, then add it again.`,
    )
  else if (pictures.length + texts.length === 0) sdk.notifier.warning(`There is no ${name} in it.`)
  else if (isDialogOpen && pictures.length > 0) sdk.notifier.success('The files are being added: see Add.')
}

const hasFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false

/** Whether a spreadsheet or an editor of texts was copied from: their clipboard has a picture of the text too. */
const isText = ({ target, clipboardData }: ClipboardEvent): boolean =>
  target instanceof Element && target.matches('input, textarea') && Boolean(clipboardData?.types.includes('text/plain'))

/**
 * Calls `onFiles` with what is dropped or pasted, unless a view has used it. Without it the browser would open a dropped
 * picture instead of the page. Returns whether files are dragged over the page.
 */
function useFileEvents(onFiles: (files: SelectedFiles) => void): boolean {
  const [isDragging, setIsDragging] = useState(false)

  const take = useEffectEvent(async (event: Event, transfer: DataTransfer | null) => {
    setIsDragging(false)
    if (!transfer || !hasFiles(transfer) || event.defaultPrevented) return
    event.preventDefault()
    onFiles(await readDroppedFiles(transfer.items))
  })

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let isFromPage = false // a picture of the page is dragged as a file too
    addEventListener('dragstart', () => (isFromPage = true), { signal })
    addEventListener('dragend', () => (isFromPage = false), { signal })
    addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event.dataTransfer)) return
        event.preventDefault()
        if (event.dataTransfer) event.dataTransfer.dropEffect = isFromPage ? 'none' : 'copy'
        setIsDragging(!isFromPage)
      },
      { signal },
    )
    const handleLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setIsDragging(false) // the pointer has left the window
    }
    addEventListener('dragleave', handleLeave, { signal })
    addEventListener('drop', (event) => void take(event, event.dataTransfer), { signal })
    const handlePaste = (event: ClipboardEvent) => {
      if (!isText(event)) void take(event, event.clipboardData)
    }
    addEventListener('paste', handlePaste, { signal })
    return () => controller.abort()
  }, [])

  return isDragging
}

/** A file, and whether it is in a folder that the editor has selected. */
interface FoundFile {
  readonly file: File
  readonly isInFolder: boolean
}

/** What the editor has dropped, pasted or selected. */
interface SelectedFiles {
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
async function readDroppedFiles(items: DataTransferItemList): Promise<SelectedFiles> {
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
