/** A trace with an app that Orrery does not have, so that something is lost. */
export const LOSSY_TRACE = JSON.stringify({
  version: 'are_simulation_v1',
  metadata: { definition: { scenario_id: 'stove' } },
  apps: [{ name: 'Stove', class_name: 'Stove', app_state: { lit: false } }],
  completed_events: [
    { event_type: 'AGENT', event_time: 5, event_id: 'light', action: { app: 'Stove', function: 'light' } },
  ],
});
