import { useEffect } from 'react'

interface OrderActions {
  readonly onSave: () => void
  readonly onUndo: () => void
  readonly onRedo: () => void
}

/** Saves with Ctrl+S, undoes with Ctrl+Z, and redoes with Ctrl+Shift+Z and Ctrl+Y. On a Mac with Cmd. */
export function useOrderKeys({ onSave, onUndo, onRedo }: OrderActions): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      const key = event.key.toLowerCase()
      if (key === 's') onSave()
      else if (isTextInput(event.target))
        return // the browser undoes what is typed
      else if (key === 'z' && !event.shiftKey) onUndo()
      else if (key === 'y' || key === 'z') onRedo()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [onSave, onUndo, onRedo])
}

const isTextInput = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type !== 'checkbox')
