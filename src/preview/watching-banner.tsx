import { useQuery } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { DraftStatusStore } from './draft-status-store.ts'
import { PreviewBanner } from './preview-banner.tsx'
import { previewStateQueryOptions } from './preview-state.ts'

interface ConnectedPreviewBannerProps {
  readonly history: RouterHistory
  readonly draftStatus: DraftStatusStore
  readonly onRetry: () => void
  readonly isFramed: boolean
}

/** The banner, which follows the address, the drafts and what the server says. */
export function ConnectedPreviewBanner({ history, draftStatus, ...rest }: ConnectedPreviewBannerProps) {
  const { data: state, isError } = useQuery(previewStateQueryOptions())
  const draftProblem = useSyncExternalStore(draftStatus.subscribe, draftStatus.getError)
  const path = useSyncExternalStore(history.subscribe, () => history.location.href)
  const problem = state === 'ended' ? state : (draftProblem ?? (isError ? 'no list' : undefined))
  return <PreviewBanner state={state === 'ended' ? undefined : state} error={problem} path={path} {...rest} />
}
