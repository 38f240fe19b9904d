import { useEffect } from 'react'
import type { OrderEdits } from './order-edits.ts'

/** Saves with Ctrl+S, undoes with Ctrl+Z, and redoes with Ctrl+Shift+Z and Ctrl+Y. On a Mac with Cmd. */
export function useOrderKeys({ save, undo, redo }: OrderEdits): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      const key = event.key.toLowerCase()
      if (key === 's') void save()
      else if (isTextInput(event.target))
        return // the browser undoes what is typed
      else if (key === 'z' && !event.shiftKey) undo()
      else if (key === 'y' || key === 'z') redo()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [save, undo, redo])
}

const isTextInput = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type !== 'checkbox')
