import type { AppOptions } from '#server/app.ts'
import type { PageUpdatesState } from '#server/publishing/page-updates.ts'
import { WEBHOOK_SECRET } from './signed-webhook.ts'

const UP_TO_DATE: PageUpdatesState = {
  status: 'ok',
  failingSince: null,
  failures: [],
  isUpdating: false,
}

/** Creates a publishing that renders nothing. `update` runs the listeners of a finished comparison. */
export function createTestPublishing(state = UP_TO_DATE) {
  const listeners: (() => Promise<void>)[] = []
  const publishing: NonNullable<AppOptions['publishing']> = {
    secret: WEBHOOK_SECRET,
    onPublish: async () => {},
    close: async () => {},
    updates: {
      start: () => {},
      getState: () => state,
      onUpdated: (listener) => void listeners.push(listener),
      close: async () => {},
    },
  }
  return {
    publishing,
    update: async () => {
      for (const listener of listeners) await listener()
    },
  }
}
