import { expect, test } from 'vitest'
import { useRunFixture } from '../../run/run-fixture.testkit.ts'
import { startCollector } from './collector.testkit.ts'

const fixture = useRunFixture()

test('a long run sends its spans while it continues, each once', async () => {
  const collector = await startCollector()
  try {
    fixture.postman([{ name: 'A', url: fixture.sink.url }])
    await fixture.run(['c.json', '-n', '2050', '-r', `otlp=${collector.url}`])
    const messages = collector.collected.filter(({ path }) => path === '/v1/traces')
    const counts = messages.map(({ message }) => message.resourceSpans[0].scopeSpans[0].spans.length)
    expect(counts.length).toBeGreaterThan(1)
    expect(Math.max(...counts)).toBeLessThanOrEqual(2048)
    expect(new Set(collector.spans().map(({ spanId }: { spanId: string }) => spanId)).size).toBe(2051)
  } finally {
    await collector.close()
  }
})
