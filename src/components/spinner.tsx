import { css } from 'linaria'

/** Loading indicator. Hidden from screen readers: the parent announces what is loading. */
export const Spinner = () => <span className={root} aria-hidden="true" />

const root = css`
  display: block;
  inline-size: 1.4em;
  block-size: 1.4em;
  border: 3px solid currentColor;
  border-inline-start-color: transparent;
  border-radius: 50%;
  animation: rotate 800ms linear infinite;

  @keyframes rotate {
    to {
      transform: rotate(1turn);
    }
  }
`
