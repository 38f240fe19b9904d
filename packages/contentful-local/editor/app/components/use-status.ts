import { createContext, use } from 'react'

/** Shows a status message. The layout provides it. */
export const StatusContext = createContext<(text: string) => void>(() => {})

/** Returns a function that shows a status message and announces it to screen readers. */
export const useStatus = () => use(StatusContext)
