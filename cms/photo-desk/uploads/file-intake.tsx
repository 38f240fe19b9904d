import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useEffectEvent, useState } from 'react'
import { type PictureWorkspace, useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { useViewNavigation } from '#cms/photo-desk/space/view-navigation.ts'
import { readDroppedFiles, type SelectedFiles } from './read-dropped-files.ts'
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
