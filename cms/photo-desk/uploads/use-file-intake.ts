import { useEffect, useEffectEvent, useState } from 'react'
import { readDroppedFiles, type SelectedFiles } from './read-dropped-files.ts'

const hasFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false

/**
 * Takes files that are dropped anywhere on the page or pasted. Without it the browser would open a dropped picture
 * instead of the page. Returns whether files are dragged over the page.
 */
export function useFileIntake(onFiles: (files: SelectedFiles) => void): boolean {
  const [isDragging, setIsDragging] = useState(false)

  const take = useEffectEvent(async (event: Event, transfer: DataTransfer | null) => {
    if (!transfer || !hasFiles(transfer)) return
    event.preventDefault()
    setIsDragging(false)
    onFiles(await readDroppedFiles(transfer.items))
  })

  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setIsDragging(true)
    }
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsDragging(false) // the pointer has left the window
    }
    const onDrop = (event: DragEvent) => void take(event, event.dataTransfer)
    const onPaste = (event: ClipboardEvent) => void take(event, event.clipboardData)
    addEventListener('dragover', onDragOver)
    addEventListener('dragleave', onDragLeave)
    addEventListener('drop', onDrop)
    addEventListener('paste', onPaste)
    return () => {
      removeEventListener('dragover', onDragOver)
      removeEventListener('dragleave', onDragLeave)
      removeEventListener('drop', onDrop)
      removeEventListener('paste', onPaste)
    }
  }, [])

  return isDragging
}
