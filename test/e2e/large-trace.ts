/** A trace with `messages` messages of the user; 100,000 make about 47 MB. */
export function largeTrace(messages: number): string {
  const args = [{ name: 'content', value: 'hello '.repeat(20), value_type: 'str' }];
  const action = {
    app: 'AgentUserInterface',
    function: 'send_message_to_agent',
    operation_type: 'WRITE',
    args,
  };
  return JSON.stringify({
    version: 'are_simulation_v1',
    metadata: { definition: { scenario_id: 'talk', start_time: 1000 } },
    apps: [{ name: 'AgentUserInterface', class_name: 'AgentUserInterface', app_state: { messages: [] } }],
    completed_events: Array.from({ length: messages }, (_, at) => ({
      event_type: 'USER',
      event_time: 1000 + at / 100,
      event_id: `said-${at}`,
      action,
    })),
  });
}
