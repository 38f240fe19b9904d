import { Text } from '@contentful/f36-components'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useStore } from 'zustand'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { TextsFileDialog } from './texts-file-dialog.tsx'
import './file-intake.css'

/** `unreadable`: names of files and folders that the browser cannot open. */
type AddFiles = (files: readonly File[], unreadable?: readonly string[]) => void

/**
 * Returns the function that adds files: pictures are added and shown in the view that adds, a CSV file opens the dialog of
 * texts. An open dialog stays open.
 */
export function useAddFiles(): AddFiles {
  const { uploads, textsFiles, sdk, pictureType, openView } = useWorkspace()
  return (files, unreadable = []) => {
    const isDialogOpen = document.querySelector('[role="dialog"]') !== null
    const pictures = files.filter((file) => !isTextsFile(file))
    uploads.addFiles(pictures)
    textsFiles.setState((waiting) => [...waiting, ...files.filter(isTextsFile)], true)
    if (pictures.length > 0 && !isDialogOpen) openView('add')
    // What the editor cannot see: files that are not added, and those that are added behind a dialog.
    if (unreadable.length > 0)
      sdk.notifier.warning(
        `The browser cannot open ${unreadable.join(', ')}. Check that you are allowed to read it, then add it again.`,
      )
    else if (files.length === 0) sdk.notifier.warning(`There is no ${pictureType.name} in it.`)
    else if (isDialogOpen && pictures.length > 0) sdk.notifier.success('The files are being added: see Add.')
  }
}

/** Takes files that are dropped or pasted anywhere in the desk, and shows the dialog of a CSV file. */
export function FileIntake() {
  const { textsFiles } = useWorkspace()
  const waiting = useStore(textsFiles)
  const [textsFile] = waiting
  const isDragging = useFileEvents(useAddFiles())
  return (
    <>
      {isDragging && (
        <Text as="p" className="upload-overlay" fontSize="fontSizeXl" fontWeight="fontWeightDemiBold">
          Drop the files to add them
        </Text>
      )}
      <Suspense>
        {textsFile && (
          <TextsFileDialog
            key={waiting.length}
            file={textsFile}
            onClose={() => textsFiles.setState(waiting.slice(1), true)}
          />
        )}
      </Suspense>
    </>
  )
}

const hasFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false

/** Whether a spreadsheet or an editor of texts was copied from: their clipboard has a picture of the text too. */
const isText = ({ target, clipboardData }: ClipboardEvent): boolean =>
  target instanceof Element && target.matches('input, textarea') && Boolean(clipboardData?.types.includes('text/plain'))

/**
 * Calls `onFiles` with what is dropped or pasted, unless a view has used it. Without it the browser would open a dropped
 * picture instead of the page. Returns whether files are dragged over the page.
 */
function useFileEvents(onFiles: AddFiles): boolean {
  const [isDragging, setIsDragging] = useState(false)

  const take = useEffectEvent(async (event: Event, transfer: DataTransfer | null) => {
    setIsDragging(false)
    if (!transfer || !hasFiles(transfer) || event.defaultPrevented) return
    event.preventDefault()
    const unreadable: string[] = []
    onFiles(await readDroppedFiles(transfer.items, unreadable), unreadable)
  })

  useEffect(() => {
    const controller = new AbortController()
    const listen = <Type extends keyof WindowEventMap>(type: Type, listener: (event: WindowEventMap[Type]) => void) =>
      addEventListener(type, listener, { signal: controller.signal })
    let isFromPage = false // a picture of the page is dragged as a file too
    listen('dragstart', () => (isFromPage = true))
    listen('dragend', () => (isFromPage = false))
    listen('dragover', (event) => {
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = isFromPage ? 'none' : 'copy'
      setIsDragging(!isFromPage)
    })
    listen('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setIsDragging(false) // the pointer has left the window
    })
    listen('drop', (event) => void take(event, event.dataTransfer))
    listen('paste', (event) => void (isText(event) || take(event, event.clipboardData)))
    return () => controller.abort()
  }, [])

  return isDragging
}

/** Excel saves texts with tabs as `.txt`. */
const isTextsFile = ({ name }: File) => /\.(csv|tsv|txt)$/i.test(name)

/** Sorts 2 before 10, as file managers do. */
const NATURAL_ORDER = new Intl.Collator('en', { numeric: true })

/** Reads dropped files and folders, in natural order. */
async function readDroppedFiles(items: DataTransferItemList, unreadable: string[]): Promise<readonly File[]> {
  // Read now: the browser forgets the files after the event. Pasted files have no entry.
  const dropped = Array.from(items, (item) => [item.webkitGetAsEntry(), item.getAsFile()] as const)
  const sorted = dropped.toSorted(([, a], [, b]) => NATURAL_ORDER.compare(a?.name ?? '', b?.name ?? ''))
  const found = sorted.map(([entry, file]) => {
    if (entry?.isDirectory) return readEntry(entry, unreadable)
    return file && isWanted(file.name) ? [file] : []
  })
  return (await Promise.all(found)).flat()
}

/** Sorts the files of a file dialog, which are in any order, and leaves out those that nobody wants to add. */
export function selectWanted(files: readonly File[]): readonly File[] {
  const getPath = ({ webkitRelativePath, name }: File) => webkitRelativePath || name
  return files
    .filter((file) => isWanted(getPath(file)))
    .toSorted((a, b) => NATURAL_ORDER.compare(getPath(a), getPath(b)))
}

/** What cameras save beside pictures for programs: editors select all files of a card, and these with them. */
const CAMERA_FILE = /\.(aae|xmp|thm)$/i
/** What people save beside pictures too. It is refused only if it is selected itself. */
const SIDECAR_FILE = /\/~\$|\.(aae|xmp|thm|txt|md|pdf|docx?|xlsx?|numbers|pages|od[st]|zip)$/i

/** `path`: begins with the name of the folder, if one is dropped or selected. */
const isWanted = (path: string): boolean =>
  !path.split('/').some(isHidden) && !(path.includes('/') ? SIDECAR_FILE : CAMERA_FILE).test(path)

/** Whether a file or folder is hidden, or belongs to the operating system. */
const isHidden = (name: string) => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini'

/** Adds the name of a file or folder that is deleted meanwhile or not allowed to be read to `unreadable`. */
async function readEntry(entry: FileSystemEntry, unreadable: string[]): Promise<readonly File[]> {
  try {
    if (entry instanceof FileSystemFileEntry) {
      if (!isWanted(entry.fullPath)) return []
      return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))]
    }
    if (!(entry instanceof FileSystemDirectoryEntry) || isHidden(entry.name)) return []
    const entries = await readAllEntries(entry.createReader())
    const sorted = entries.toSorted((a, b) => NATURAL_ORDER.compare(a.name, b.name))
    return (await Promise.all(sorted.map((inside) => readEntry(inside, unreadable)))).flat()
  } catch {
    unreadable.push(entry.name)
    return []
  }
}

/** A reader returns the entries of a folder in parts, and none at the end. */
async function readAllEntries(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
  return part.length === 0 ? part : [...part, ...(await readAllEntries(reader))]
}
