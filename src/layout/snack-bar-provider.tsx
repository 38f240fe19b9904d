import { createContext, type ReactNode, use, useMemo, useState } from 'react'

interface SnackBarMessage {
  readonly message: string
  /** The name of the button that closes it. */
  readonly closeLabel: string
  readonly kind: 'success' | 'error'
}

/** `turn` tells it from one before that said the same. */
interface DisplayedMessage extends SnackBarMessage {
  readonly sequence: number
}

interface SnackBarActions {
  /** At the bottom of the screen, in the place of the one that is open (requirements §4). */
  readonly show: (snack: SnackBarMessage) => void
  /** Takes this one away, and none that has come since. */
  readonly dismiss: (snack: DisplayedMessage) => void
}

const Shown = createContext<DisplayedMessage | undefined>(undefined)
const Actions = createContext<SnackBarActions>({ show: () => {}, dismiss: () => {} })

/** Keeps the snack bar's one message. */
export function SnackBarProvider({ children }: { readonly children: ReactNode }) {
  const [snack, setSnack] = useState<DisplayedMessage>()
  const actions = useMemo(
    () => ({
      show: (next: SnackBarMessage) => setSnack((before) => ({ ...next, sequence: (before?.sequence ?? 0) + 1 })),
      dismiss: (gone: DisplayedMessage) => setSnack((now) => (now === gone ? undefined : now)),
    }),
    [],
  )
  return (
    <Actions value={actions}>
      <Shown value={snack}>{children}</Shown>
    </Actions>
  )
}

export const useSnackBar = () => use(Actions)

export const useSnackBarMessage = () => use(Shown)
