/** Loaded before the suite: whatever nothing catches, a suite that cannot be loaded included, ends the run. */
import { describe } from './report.js';

function end(event: Event, error: unknown): void {
  const body = JSON.stringify({ error: `an ${event.type} that nothing caught: ${describe(error)}` });
  void fetch(`/reports/${new URLSearchParams(location.search).get('run')}`, { method: 'POST', body });
}

addEventListener('error', (event) => end(event, event.error ?? event.message));
addEventListener('unhandledrejection', (event) => end(event, event.reason));
