import { ManualClock, formatInstant, parseInstant, seconds } from 'orrery/engine';

const clock = new ManualClock(parseInstant('2026-01-05T09:00:00Z'));
const show = () => console.log(formatInstant(clock.now), clock.passed / 1e6, clock.realPassed / 1e6);

clock.elapse(seconds(10)); // real time passes
show();
clock.skip(seconds(3600)); // simulated time alone
show();
clock.pause();
clock.elapse(seconds(20)); // a pause holds simulated time
show();
clock.resume();
clock.setOffset(0); // simulated time is real time again
show();
clock.reset(parseInstant('2026-02-01T00:00:00Z'));
show();
