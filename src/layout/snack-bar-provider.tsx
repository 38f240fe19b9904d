import { createContext, type ReactNode, use, useMemo, useState } from 'react'

interface Snack {
  readonly message: string
  /** The name of the button that closes it. */
  readonly action: string
  readonly kind: 'success' | 'error'
}

/** `turn` tells it from one before that said the same. */
interface ShownSnack extends Snack {
  readonly turn: number
}

interface SnackBarActions {
  /** At the bottom of the screen, in the place of the one that is open (requirements §4). */
  readonly show: (snack: Snack) => void
  /** Takes this one away, and none that has come since. */
  readonly remove: (snack: ShownSnack) => void
}

const Shown = createContext<ShownSnack | undefined>(undefined)
const Actions = createContext<SnackBarActions>({ show: () => {}, remove: () => {} })

/** Keeps the snack bar's one message. */
export function SnackBarProvider({ children }: { readonly children: ReactNode }) {
  const [snack, setSnack] = useState<ShownSnack>()
  const actions = useMemo(
    () => ({
      show: (next: Snack) => setSnack((before) => ({ ...next, turn: (before?.turn ?? 0) + 1 })),
      remove: (gone: ShownSnack) => setSnack((now) => (now === gone ? undefined : now)),
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
