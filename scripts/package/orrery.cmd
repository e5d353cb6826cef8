@echo off
rem The terminal's program, in Electron's own Node.
setlocal
set ELECTRON_RUN_AS_NODE=1
"%~dp0..\Orrery.exe" --min-semi-space-size=12 --max-semi-space-size=64 "%~dp0..\resources\app\out\main\cli.js" %*
