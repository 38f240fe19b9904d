import { Flex, Note, TextLink } from '@contentful/f36-components'
import { useEffect, useRef } from 'react'
import { getPagePath } from '#cms/model/preview-paths.ts'
import { useSpacePictures, useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { describePublication } from './describe-content.ts'
import { isStillPublished } from './publish-selection.ts'
import type { PublishingState } from './publishing-state.ts'

interface PublishingStatusProps {
  readonly state: PublishingState | undefined
  readonly onDismiss: () => void
}

/** The live region of the view: what was done last. It takes the focus, which a button that is disabled loses. */
export function PublishingStatus({ state, onDismiss }: PublishingStatusProps) {
  const { pictureType, publishing } = useWorkspace()
  const element = useRef<HTMLDivElement>(null)
  const spacePictures = useSpacePictures()
  const shown =
    state?.kind === 'published' && !isStillPublished(state.result, spacePictures, pictureType) ? undefined : state
  const text = shown?.kind === 'message' ? shown.text : undefined
  useEffect(() => {
    if (shown?.kind === 'running' || text !== undefined) element.current?.focus()
  }, [shown?.kind, text])
  // A sentence about another action is not true for ever.
  useEffect(
    () => () => void (publishing.getState()?.kind === 'message' && publishing.setState(undefined, true)),
    [publishing],
  )
  return (
    <div ref={element} role="status" tabIndex={-1} aria-busy={shown?.kind === 'running'} className="publishing-status">
      {shown?.kind === 'running' && (
        <Flex alignItems="center" gap="spacingXs">
          <progress aria-label="Progress" value={shown.progress.done} max={Math.max(shown.progress.total, 1)} />
          Publishing: {shown.progress.done} of {shown.progress.total} …
        </Flex>
      )}
      {shown?.kind === 'published' && (
        <Note variant={shown.result.failures.size === 0 ? 'positive' : 'warning'} withCloseButton onClose={onDismiss}>
          {describePublication(pictureType, shown.result)}{' '}
          {shown.result.hasPage && !shown.result.failures.has(shown.result.pageId) && (
            // The site serves the desk too. It renders its pages again within seconds.
            <TextLink href={getPagePath(pictureType.page.type) ?? '/'} target="_blank" rel="noopener">
              See the page
            </TextLink>
          )}
        </Note>
      )}
      {text !== undefined && (
        <Note variant="primary" withCloseButton onClose={onDismiss}>
          {text}
        </Note>
      )}
    </div>
  )
}
