import { describe, expect, it } from 'vitest';
import {
  createPanelsStore,
  isHidden,
  movePanel,
  PANELS,
  panelsOf,
  showArea,
  shownCentre,
  shownDock,
  showOpenedRun,
  showPanel,
  toggleArea,
  toggleMainAreaOnly,
} from '../../../renderer/stores/panels.ts';

describe('the panels', () => {
  it('of a trajectory are those that one reads', () => {
    const left = PANELS.filter((panel) => !panelsOf(PANELS, true).includes(panel));
    expect(left).toEqual(['code', 'graph', 'queue', 'breakpoints']);
    expect(panelsOf(PANELS, false)).toEqual(PANELS);
  });

  it('show the transcript of a trajectory where a world has its code, and go back', () => {
    const panels = createPanelsStore();
    showPanel(panels, 'breakpoints');
    expect([shownCentre(panels.getState(), true), shownDock(panels.getState(), true)]).toEqual([
      'transcript',
      'log',
    ]);
    expect([shownCentre(panels.getState(), false), shownDock(panels.getState(), false)]).toEqual([
      'code',
      'breakpoints',
    ]);
    movePanel(panels, 'transcript');
    expect(shownCentre(panels.getState(), true)).toBe('apps');
  });

  it('stay from trajectory to trajectory', () => {
    const panels = createPanelsStore();
    showOpenedRun(panels, true, false);
    expect(panels.getState().centre).toBe('transcript');
    showPanel(panels, 'verdict');
    showPanel(panels, 'notes');
    showOpenedRun(panels, true, true);
    expect(panels.getState()).toMatchObject({ centre: 'verdict', dock: 'notes' });
    showOpenedRun(panels, false, true);
    expect(panels.getState().centre).toBe('verdict');
  });

  it('show the apps of a world in place of its code', () => {
    const panels = createPanelsStore();
    showOpenedRun(panels, false, false);
    expect(panels.getState().centre).toBe('apps');
  });
});

describe('an area', () => {
  it('is hidden and shown again, by its key or by what shows a panel in it', () => {
    const panels = createPanelsStore();
    toggleArea(panels, 'dock');
    toggleArea(panels, 'explorer');
    expect(isHidden(panels.getState(), 'dock')).toBe(true);
    showPanel(panels, 'notes');
    expect(isHidden(panels.getState(), 'dock')).toBe(false);
    expect(isHidden(panels.getState(), 'explorer')).toBe(true);
    toggleArea(panels, 'explorer');
    expect(panels.getState().hidden).toEqual([]);
  });

  it('comes back as it was after reading', () => {
    const panels = createPanelsStore();
    toggleArea(panels, 'inspector');
    toggleMainAreaOnly(panels);
    expect(isHidden(panels.getState(), 'explorer')).toBe(true);
    toggleMainAreaOnly(panels);
    expect(panels.getState()).toMatchObject({ hidden: ['inspector'], reading: false });
    toggleMainAreaOnly(panels);
    showArea(panels, 'explorer');
    expect(panels.getState()).toMatchObject({ hidden: ['inspector'], reading: false });
  });
});
