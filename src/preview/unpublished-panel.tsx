import { css } from 'linaria'
import { useEffect, useId, useRef, useState } from 'react'
import type { PreviewState } from '#shared/preview-contract.ts'
import { buttonStyle } from '#src/components/button-style.ts'
import { forcedColors } from '#src/theme/media-queries.ts'
import { space } from '#src/theme/tokens.ts'
import { rem } from '#src/theme/typography.ts'
import { UnpublishedList } from './unpublished-list.tsx'

interface UnpublishedPanelProps {
  readonly state: PreviewState
  /** Whether the page is in Contentful's frame. */
  readonly isFramed: boolean
}

/** A button with the number of unpublished entries that opens their list. Escape closes it. */
export function UnpublishedPanel({ state, isFramed }: UnpublishedPanelProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isOpen])

  return (
    <>
      <button
        ref={button}
        className={toggle}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {formatPreviewSummary(state)}
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <UnpublishedList state={state} isFramed={isFramed} />}
      </div>
    </>
  )
}

const toggle = css`
  ${buttonStyle}
  display: flex;
  align-items: center;
  gap: ${space.xs}px;
  font-size: ${rem(14)};
  text-align: start;

  &::after {
    content: '';
    flex: none;
    inline-size: 8px;
    block-size: 8px;
    border: solid currentColor;
    border-width: 2px 0 0 2px;
    transform: translateY(2px) rotate(45deg);
  }

  &[aria-expanded='true']::after {
    transform: translateY(-2px) rotate(225deg);
  }

  &:hover {
    text-decoration: underline;
    text-underline-offset: 5px;
  }

  ${forcedColors} {
    padding-inline: ${space.xs}px;
  }
`

/** For example "3 not published, 1 problem". */
function formatPreviewSummary({ unpublished, refused, rebuildProblem }: PreviewState): string {
  const problems = refused.length + (rebuildProblem === null ? 0 : 1)
  const entries = unpublished.length === 0 ? 'All published' : `${unpublished.length} not published`
  if (problems === 0) return entries
  return `${entries}, ${problems} ${problems === 1 ? 'problem' : 'problems'}`
}
