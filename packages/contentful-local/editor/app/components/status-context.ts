import { createContext } from 'react'

/** Shows a status message, and announces it to screen readers. The layout provides it. */
export const StatusContext = createContext<(text: string) => void>(() => {})
