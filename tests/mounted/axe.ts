import axe from 'axe-core'
import { expect } from 'vitest'

/** Asserts that axe finds no violations in what is mounted, after all animations. */
export async function expectNoAxeViolations(): Promise<void> {
  const findViolations = async () => {
    const animations = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(animations.map(({ finished }) => finished.catch(() => {})))
    const options = { resultTypes: ['violations' as const], rules: { region: { enabled: false } } }
    return (await axe.run(document.body, options)).violations.map(({ id, nodes }) => [
      id,
      nodes.map(({ html }) => html),
    ])
  }
  await expect.poll(findViolations).toEqual([])
}
