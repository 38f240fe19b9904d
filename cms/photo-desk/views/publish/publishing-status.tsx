import { Flex, IconButton, TextLink } from '@contentful/f36-components'
import { CheckCircleIcon, WarningIcon, XIcon } from '@contentful/f36-icons'
import { Fragment, useEffect, useRef } from 'react'
import { getPagePath } from '#cms/model/preview-paths.ts'
import type { PublishResult } from '#cms/photo-desk/state/publication/apply-picture-action.ts'
import type { PublishingState } from '#cms/photo-desk/state/publication/publishing.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { getPublishedPath } from './preview-links.tsx'

interface PublishingStatusProps {
  readonly state: PublishingState | undefined
  /** Shown if nothing has been done. */
  readonly summary: string
  readonly onShowFailures: (result: PublishResult) => void
}

/**
 * The live region of the view: what was done last, or what is to do. It takes the focus, which a button that is disabled
 * loses. All its texts have the same place, so that nothing below them moves.
 */
export function PublishingStatus({ state, summary, onShowFailures }: PublishingStatusProps) {
  const { pictureType, publishing, sdk } = useWorkspace()
  const element = useRef<HTMLDivElement>(null)
  const isRunning = state?.kind === 'running'
  const { text, hasFailed, result } = state?.kind === 'done' ? state : {}
  useEffect(() => {
    if (isRunning || (text !== undefined && !result)) element.current?.focus()
  }, [isRunning, text, result])
  // A sentence about another action is not true for ever.
  useEffect(
    () => () => {
      const last = publishing.store.getState()
      if (last?.kind === 'done' && !last.result) publishing.dismiss()
    },
    [publishing],
  )
  const isPagePublished = result?.hasPage && !result.failures.has(result.pageId)
  return (
    <div ref={element} role="status" tabIndex={-1} aria-busy={isRunning} className="publishing-status">
      {state === undefined && <p>{summary}</p>}
      {isRunning && (
        <Flex alignItems="center" gap="spacingXs">
          <progress aria-label="Progress" value={state.progress.done} max={Math.max(state.progress.total, 1)} />
          Publishing: {state.progress.done} of {state.progress.total} …
        </Flex>
      )}
      {text !== undefined && (
        // With a key, so that a text does not move from the place of the one before.
        <Fragment key={text}>
          {hasFailed ? <WarningIcon color="var(--orange-600)" /> : <CheckCircleIcon color="var(--green-600)" />}
          <p>
            {text}{' '}
            {hasFailed && result && (
              <TextLink as="button" onClick={() => onShowFailures(result)}>
                Show why
              </TextLink>
            )}{' '}
            {isPagePublished && (
              // The site serves the desk too. It renders its pages again within seconds.
              <TextLink
                href={getPublishedPath(sdk.parameters.installation, getPagePath(pictureType.page.type) ?? '/')}
                target="_blank"
                rel="noopener"
              >
                See the published page
              </TextLink>
            )}
          </p>
          <IconButton
            variant="transparent"
            size="small"
            icon={<XIcon />}
            aria-label="Dismiss"
            onClick={publishing.dismiss}
          />
        </Fragment>
      )}
    </div>
  )
}
